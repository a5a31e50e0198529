import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { objectAt } from '../../../../src/base/json';
import {
  checkSource,
  estimateTokens,
  linesSource,
} from '../../../../src/resources/batches/batchSource';
import { FakeLocalFiles } from '../../../fakes/localFiles';

const OPTIONS = { version: 'v1beta' } as const;

async function sourceOf(...lines: readonly (string | object)[]) {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return await sourceIn(text.join('\n'));
}

async function sourceIn(text: string | Buffer) {
  const files = new FakeLocalFiles();
  files.sources.push({ name: 'questions.jsonl', text });
  const file = await files.pick();
  assert.ok(file);
  return await linesSource(file);
}

function ask(key: unknown, text = 'Why?'): JsonObject {
  return { key, request: { contents: [{ parts: [{ text }] }] } } as JsonObject;
}

describe('requests of a batch in a file', () => {
  it('are counted before anything is sent', async () => {
    const source = await sourceOf(ask('a'), '', ask('b', 'x'.repeat(400)), '   ');
    const check = await checkSource(source, OPTIONS);
    assert.deepEqual([source.kind, check.good, check.bad, check.problems], ['generate', 2, 0, []]);
    const sent = [ask('a'), ask('b', 'x'.repeat(400))].map((one) => `${JSON.stringify(one)}\n`);
    assert.equal(check.bytes, Buffer.byteLength(sent.join('')));
    assert.equal(check.tokens, 1 + 100);
  });

  it('are refused at their lines, each for what is wrong with it', async () => {
    const source = await sourceOf(
      ask('a'),
      '{"key": ',
      ask('a'),
      { key: 'strange', request: { contents: [{ parts: [{ text: 'x' }] }], temprature: 1 } },
      { key: 'vector', request: { content: { parts: [{ text: 'x' }] } } },
      ask('b'),
      {
        key: 'hot',
        request: { ...objectAt(ask('hot'), 'request'), generationConfig: { temperature: 9 } },
      },
    );
    const { good, bad, problems } = await checkSource(source, OPTIONS);
    assert.deepEqual([good, bad], [2, 5]);
    assert.deepEqual(
      problems.map(({ line, message, severity }) => {
        assert.equal(severity, 'error');
        return `${line} ${message}`;
      }),
      [
        '2 The line isn’t valid JSON.',
        '3 Line 1 has the same key “a”.',
        '4 Invalid JSON payload received. Unknown name "temprature": Cannot find field.',
        '5 This is an embedding request, but the others generate content.',
        '7 “generationConfig.temperature” must be at most 2, and is 9.',
      ],
    );
  });

  it('may ask for vectors, and say for which model', async () => {
    const line = { key: 'a', request: { model: 'models/e', content: { parts: [{ text: 'x' }] } } };
    const source = await sourceOf('{"broken', line);
    assert.deepEqual([source.kind, source.model], ['embed', 'models/e']);
    assert.equal((await checkSource(source, OPTIONS)).good, 1);
  });
});

describe('the estimate of tokens', () => {
  it('counts texts by their bytes and media by their number, and no settings', () => {
    const parts = [
      { text: 'ä'.repeat(8) },
      { inlineData: { mimeType: 'image/png', data: 'A'.repeat(9999) } },
    ];
    assert.equal(estimateTokens({ contents: [{ role: 'user', parts }] }), 4 + 258);
    const generationConfig = { responseMimeType: 'application/json' };
    assert.equal(
      estimateTokens({ contents: [{ parts: [{ text: 'four' }] }], generationConfig }),
      1,
    );
    assert.equal(estimateTokens({ systemInstruction: { parts: [{ text: 'x'.repeat(40) }] } }), 10);
  });
});
