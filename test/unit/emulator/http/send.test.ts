import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { ask, events, generate, type Generated, textOf, useEmulator } from '../wire';

const stream = '/v1beta/models/emulator-flash:streamGenerateContent';
const ask5 = {
  contents: [{ role: 'user', parts: [{ text: 'Tell me a long story of 🚀 and 漢字' }] }],
};

function join(all: readonly JsonObject[]): string {
  return all.map((event) => textOf(event as Generated)).join('');
}

describe('emulator: streams', () => {
  const emulator = useEmulator();

  it('sends events with CRLF, and nothing after the last', async () => {
    const answer = await ask(emulator(), `${stream}?alt=sse`, { body: ask5 });
    assert.equal(answer.headers['content-type'], 'text/event-stream');
    const all = events(answer.text);
    assert.ok(all.length > 5);
    assert.doesNotMatch(answer.text, /\[DONE\]|^event:|^id:/m);
    const finished = all.filter((event) => (event as Generated).candidates?.[0]?.finishReason);
    assert.deepEqual(finished, [all.at(-1)]);
  });

  it('sends one array, piece by piece, with its own separator', async () => {
    const { text, headers } = await ask(emulator(), stream, { body: ask5 });
    assert.equal(headers['content-type'], 'application/json; charset=UTF-8');
    assert.ok(text.startsWith('[{\n  "candidates": ['), text.slice(0, 40));
    assert.ok(text.endsWith('\n}\n]'), text.slice(-40));
    const all = JSON.parse(text) as readonly JsonObject[];
    assert.equal(text.split('\n,\r\n').length, all.length);
    const sse = await ask(emulator(), `${stream}?alt=sse`, { body: ask5 });
    assert.deepEqual(events(sse.text), all);
  });

  it('adds up to what generateContent answers', async () => {
    const all = events((await ask(emulator(), `${stream}?alt=sse`, { body: ask5 })).text);
    const whole = await generate(emulator(), ask5);
    assert.equal(join(all), textOf(whole));
    assert.match(textOf(whole), /🚀 and 漢字/);
    assert.deepEqual((all.at(-1) as Generated).usageMetadata, whole.usageMetadata);
    assert.equal((all.at(-1) as Generated).responseId, whole.responseId);
  });

  it('counts up, and keeps the total right', async () => {
    const all = events((await ask(emulator(), `${stream}?alt=sse`, { body: ask5 })).text);
    let before = 0;
    for (const event of all) {
      const usage = (event as Generated).usageMetadata ?? {};
      const now = usage.candidatesTokenCount ?? 0;
      assert.ok(now >= before);
      assert.equal(usage.totalTokenCount, (usage.promptTokenCount ?? 0) + now);
      before = now;
    }
    assert.ok(before > 50);
  });

  it('sends several candidates by their index', async () => {
    const body = { ...ask5, generationConfig: { candidateCount: 3 } };
    const all = events(
      (await ask(emulator(), `${stream}?alt=sse`, { body })).text,
    ) as readonly Generated[];
    const texts = ['', '', ''];
    for (const candidate of all.flatMap((event) => event.candidates ?? [])) {
      const index = candidate.index ?? 0;
      texts[index] = `${texts[index] ?? ''}${textOf({ candidates: [candidate] })}`;
    }
    const whole = await generate(emulator(), body);
    assert.deepEqual(
      whole.candidates?.map((candidate) => textOf({ candidates: [candidate] })),
      texts,
    );
    assert.equal(new Set(texts).size, 3);
    assert.equal(whole.candidates[0]?.index, undefined);
    assert.equal(whole.candidates[2]?.index, 2);
  });

  it('splits no character between two pieces', async () => {
    const body = { contents: [{ parts: [{ text: `[[echo]]${'🚀漢é '.repeat(200)}` }] }] };
    const { text } = await ask(emulator(), `${stream}?alt=sse`, { body });
    assert.doesNotMatch(text, /\\ud[89a-f]|�/i);
    assert.equal(join(events(text)), '🚀漢é '.repeat(200));
  });
});
