import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { objectAt } from '../../../../src/base/json';
import { estimateTokens } from '../../../../src/resources/batches/batchLine';
import { checkSource, linesSource } from '../../../../src/resources/batches/batchSource';
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
      { request: { contents: [{ parts: [{ text: 'x' }] }] } },
      { key: 'no-request' },
      { ...ask('more'), model: 'models/x' },
      { key: 'strange', request: { contents: [{ parts: [{ text: 'x' }] }], temprature: 1 } },
      { key: 'empty', request: { contents: [] } },
      { key: 'vector', request: { content: { parts: [{ text: 'x' }] } } },
      '[1]',
      ask(7),
      ask('b'),
      {
        key: 'hot',
        request: { ...objectAt(ask('hot'), 'request'), generationConfig: { temperature: 9 } },
      },
    );
    const { good, bad, problems } = await checkSource(source, OPTIONS);
    assert.deepEqual([good, bad], [2, 11]);
    assert.deepEqual(
      problems.map(({ line, message, severity }) => {
        assert.equal(severity, 'error');
        return `${line} ${message}`;
      }),
      [
        '2 The line isn’t valid JSON.',
        '3 Line 1 has the same key “a”.',
        '4 “key” must be a string that is unique in the file.',
        '5 “request” is missing. Each line must be {"key": "…", "request": {…}}.',
        '6 Unknown property “model”. Each line has only “key” and “request”.',
        '7 Invalid JSON payload received. Unknown name "temprature": Cannot find field.',
        '8 GenerateContentRequest.contents: contents is not specified',
        '9 This is an embedding request, but the others generate content.',
        '10 The line isn’t a JSON object.',
        '11 “key” must be a string that is unique in the file.',
        '13 “generationConfig.temperature” must be at most 2, and is 9.',
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
