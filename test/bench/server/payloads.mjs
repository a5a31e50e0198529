import { CASES } from '../cases.mjs';

export const HEAD =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';

/** Of the kind that the service sends: about 312 bytes with the marks around it. */
const SMALL = 'A few words, 22 letters';

/** The text of an event: each is another one, as long as all others, and one in eight has a line end in it. */
export function smallText(/** @type {number} */ index) {
  const cut = index % SMALL.length;
  const text = SMALL.slice(cut) + SMALL.slice(0, cut);
  return index % 8 === 0 ? `\n${text.slice(1)}` : text;
}

/** @type {Map<string, Buffer>} */
const made = new Map();

/**
 * The whole answer of a case, byte for byte as it goes on the wire: made once, so that sending it costs the
 * server nothing.
 * @param {string} name
 * @returns {Buffer}
 */
export function streamAnswer(name) {
  const there = made.get(name);
  if (there !== undefined) return there;
  const one = CASES[name];
  if (one === undefined) throw new Error(`There is no case ${name}.`);
  const events = one.events > 0 ? smallEvents(one.events) : [imageEvent(one.imageBytes)];
  const chunks = one.chunk === 0 ? events : cut(Buffer.concat(events), one.chunk);
  const answer = Buffer.concat([Buffer.from(HEAD), ...chunks.map(httpChunk), httpChunk()]);
  made.set(name, answer);
  return answer;
}

/** Bytes of the body, chunk marks left out. @param {string} name */
export function bodyBytes(name) {
  const one = CASES[name];
  if (one === undefined) throw new Error(`There is no case ${name}.`);
  const events = one.events > 0 ? smallEvents(one.events) : [imageEvent(one.imageBytes)];
  return events.reduce((sum, event) => sum + event.length, 0);
}

/** What a reader of the case must have seen. @param {string} name */
export function expectation(name) {
  const one = CASES[name];
  if (one === undefined) throw new Error(`There is no case ${name}.`);
  return one.events > 0
    ? { events: one.events, characters: one.events * SMALL.length }
    : { events: 1, characters: Math.ceil(one.imageBytes / 4) * 4 };
}

/** @param {number} count */
function smallEvents(count) {
  return Array.from({ length: count }, (_, index) =>
    event({ text: smallText(index) }, index === count - 1 ? { finishReason: 'STOP' } : {}),
  );
}

/** @param {number} bytes Of the base64 text. */
function imageEvent(bytes) {
  const data = 'iVBORw0K'.repeat(Math.ceil(bytes / 8)).slice(0, Math.ceil(bytes / 4) * 4);
  return event({ inlineData: { mimeType: 'image/png', data } }, { finishReason: 'STOP' });
}

/**
 * @param {object} part
 * @param {object} more
 */
export function event(part, more = {}) {
  const answer = {
    candidates: [{ content: { parts: [part], role: 'model' }, ...more, index: 0 }],
    usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 6, totalTokenCount: 14 },
    modelVersion: 'bench-model-with-a-long-name-001',
    responseId: 'r3sp0ns3-1d3nt1f13r-0000',
  };
  return Buffer.from(`data: ${JSON.stringify(answer)}\r\n\r\n`);
}

/**
 * @param {Buffer} bytes
 * @param {number} size
 */
function cut(bytes, size) {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

/** With HTTP's marks; the last one, without bytes, ends the body. @param {Buffer} [bytes] */
export function httpChunk(bytes = Buffer.alloc(0)) {
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
}
