import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/base/json';
import type { Body, Exchange, RecordedEvent } from '../../../src/recordings/exchange';
import { INLINE_BYTES, readExchange, writeExchange } from '../../../src/recordings/fileFormat';

const NONE: Body = { kind: 'none' };
const SHORT: JsonValue = { b: [1, { c: null }], a: 'short' };
/** Longer than what stands in the recording itself. */
const LONG = 'x y '.repeat(INLINE_BYTES);
const DATA = Buffer.alloc(3000, 'data').toString('base64');

function exchange(asked: Body, answered: Body, events?: readonly RecordedEvent[]): Exchange {
  return {
    operation: 'models.generateContent',
    request: {
      method: 'POST',
      path: '/v1beta/models/gemini-x:generateContent',
      query: {},
      body: asked,
    },
    answer: {
      status: 200,
      headers: {},
      body: answered,
      ...(events ? { stream: { kind: 'sse', newline: '\n', events } } : {}),
    },
  };
}

const json = (value: JsonValue): Body => ({ kind: 'json', json: value });

const event = (value: JsonValue): RecordedEvent => ({ ms: 1, data: { json: value } });

/** Reads what was written; its files count as they are asked for. */
function read(text: string, parts: ReadonlyMap<string, Buffer>) {
  const asked: string[] = [];
  const found = readExchange(text, (name) => {
    asked.push(name);
    return parts.get(name) ?? assert.fail(`There is no ${name}.`);
  });
  return { found, asked };
}

/** A recording whose request has this body, as somebody may have written it by hand. */
const recordingWith = (body: JsonValue): string =>
  JSON.stringify({
    format: 1,
    operation: 'models.generateContent',
    request: { method: 'POST', path: '/', body },
    response: { status: 200 },
  });

describe('the file of a recording', () => {
  for (const [what, one, files] of [
    ['short bodies', exchange(json(SHORT), json(SHORT)), 0],
    ['long bodies', exchange(json({ text: LONG }), json([LONG])), 2],
    [
      'long data in long bodies',
      exchange(json({ in: { data: DATA }, text: LONG }), json([LONG, [DATA]])),
      3,
    ],
    ['a body that is nothing but long data', exchange(json(DATA), NONE), 1],
    ['texts and bytes', exchange({ kind: 'text', text: LONG }, { kind: 'text', text: 'a' }), 1],
    ['bytes', exchange({ kind: 'bytes', bytes: Buffer.from([0, 255]) }, NONE), 1],
    ['a bare error', exchange(NONE, NONE, [event(SHORT), { ...event(SHORT), isBare: true }]), 0],
    ['a long stream with long data', exchange(NONE, NONE, [event([LONG]), event(DATA)]), 2],
  ] as const) {
    it(`is read as it was written, with ${what}`, () => {
      const { text, parts } = writeExchange(one);
      assert.equal(parts.size, files);
      assert.deepEqual(read(text, parts).found, one);
    });
  }

  it('has a file of JSON only in the place of a whole body or of all events', () => {
    const inner: JsonObject = { $file: 'inner.json', bytes: 2 };
    const outer = { value: [inner, { deeper: inner }] };
    const parts = new Map([['outer.json', Buffer.from(JSON.stringify(outer))]]);
    const whole = read(recordingWith({ $file: 'outer.json', bytes: 1 }), parts);
    assert.deepEqual(whole.found.request.body, json(outer));
    assert.deepEqual(whole.asked, ['outer.json']);
    const within = read(recordingWith([inner]), parts);
    assert.deepEqual([within.found.request.body, within.asked], [json([inner]), []]);
    // It names itself.
    const self = new Map([['inner.json', Buffer.from(JSON.stringify(inner))]]);
    assert.deepEqual(read(recordingWith(inner), self).found.request.body, json(inner));
  });

  it('is refused where its answer could not be sent', () => {
    const { text } = writeExchange(exchange(NONE, NONE));
    for (const status of ['99', '600', '"x"', '200.5']) {
      const edited = text.replace('"status": 200', `"status": ${status}`);
      assert.notEqual(edited, text);
      assert.throws(() => read(edited, new Map()), { reason: 'badRecording' }, status);
    }
  });
});
