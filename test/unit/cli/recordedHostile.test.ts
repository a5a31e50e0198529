import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import { ask, MODEL, RecordingStage } from './recorded';

/** More levels than anything that is asked, and fewer than `JSON.stringify` stands. */
const LEVELS = 2000;

describe('recordings and what nobody should send', () => {
  const stage = new RecordingStage();
  beforeEach(() => stage.begin());
  afterEach(() => stage.end());

  for (const mode of ['replay', 'record', 'record-missing']) {
    it(`refuse what nests too deep as the emulator does, whatever it is in: ${mode}`, async () => {
      const upstream = await stage.upstream();
      const emulator = await stage.start({ mode, upstream: upstream.baseUrl });
      const deep = JSON.parse('{"a":'.repeat(LEVELS) + '1' + '}'.repeat(LEVELS)) as JsonObject;
      const paths = [`${MODEL}:generateContent`, '/v1beta/openai/embeddings', '/v1beta/unknown'];
      for (const path of paths) {
        const { status, text } = await ask(emulator, path, deep);
        assert.deepEqual([status, /Message too deep/.test(text)], [400, true], path);
      }
      await emulator.close();
      assert.deepEqual([emulator.told, upstream.served()], [[], []]);
    });
  }
});
