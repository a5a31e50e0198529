import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { FakeClock } from '../../fakes/clock';
import { contentOf, type LiveClient, useLive } from './liveClient';

const PATH = '/ws/google.ai.generativelanguage.v1alpha.GenerativeService.BidiGenerateMusic';
const SETUP = { setup: { model: 'models/lyria-realtime-exp' } };
const prompts = (...texts: readonly string[]): JsonObject => ({
  clientContent: { weightedPrompts: texts.map((text) => ({ text, weight: 1 })) },
});

/** The one chunk of the next message. */
async function chunk(client: LiveClient): Promise<JsonObject> {
  const { audioChunks } = contentOf(await client.next());
  const [only] = audioChunks as unknown as readonly JsonObject[];
  assert.ok(only);
  return only;
}

describe('live sessions: music', () => {
  const clock = new FakeClock();
  const live = useLive({ clock });

  it('plays by its prompts, a second at a time, until it is paused', async () => {
    const client = await live.talk(SETUP, PATH);
    const musicGenerationConfig = { bpm: 90 };
    await client.send(prompts('harp'), { musicGenerationConfig }, { playbackControl: 'PLAY' });
    const first = await chunk(client);
    assert.equal(first.mimeType, 'audio/l16;rate=48000;channels=2');
    assert.equal(Buffer.from(String(first.data), 'base64').length, 48_000 * 2 * 2);
    assert.deepEqual(first.sourceMetadata, { ...prompts('harp'), musicGenerationConfig });
    clock.advance(1000);
    const second = await chunk(client);
    assert.notEqual(second.data, first.data);
    await client.send({ playbackControl: 'PAUSE' });
    await client.isRead();
    clock.advance(5000);
    await client.send({ playbackControl: 'STOP' }, { playbackControl: 'PLAY' });
    assert.equal((await chunk(client)).data, first.data);
    await client.send({ playbackControl: 'RESET_CONTEXT' }, prompts('drums'));
    await client.isRead();
    clock.advance(1000);
    assert.notEqual((await chunk(client)).data, first.data);
    await client.close();
  });

  it('begins with a setup, and is of models for music', async () => {
    const other = live.connect(PATH);
    await other.send(prompts('harp'));
    const reason = 'setup must be the first message and only the first';
    assert.deepEqual(await other.ended, { code: 1007, reason });
    const text = live.connect(PATH);
    await text.send({ setup: { model: 'models/gemini-3.8-live' } });
    assert.equal((await text.ended).code, 1008);
  });
});
