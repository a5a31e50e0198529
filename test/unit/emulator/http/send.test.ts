import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { ask, events, type Generated, useEmulator } from '../wire';

const stream = '/v1beta/models/emulator-flash:streamGenerateContent';
const ask5 = {
  contents: [{ role: 'user', parts: [{ text: 'Tell me a long story of 🚀 and 漢字' }] }],
};

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
});
