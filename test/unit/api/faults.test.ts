import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { ResponseAccumulator } from '../../../src/api/accumulate';
import type { Client } from '../../../src/api/call';
import type { Script, Wire } from '../../fakes/faultServer';
import { ASK, KEY, Rigs, SSE, pieces, reasonOf } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

// Characters of one to four bytes, joined ones, escapes, and line ends as JSON writes them.
const WORDS = ['Grüße ', '漢字\n', '🦜🏽‍🔬"\\ ', 'é', 'end.'];

function answer(text: string, finishReason?: string): object {
  const content = { role: 'model', parts: [{ text }] };
  return { candidates: [finishReason === undefined ? { content } : { content, finishReason }] };
}
const ANSWERS = WORDS.map((word, index) =>
  answer(word, index === WORDS.length - 1 ? 'STOP' : undefined),
);
const JSONS = ANSWERS.map((value) => JSON.stringify(value));

function events(end = '\r\n', write = (json: string): string => `data: ${json}`): string {
  return JSONS.map((json) => `${write(json)}${end}${end}`).join('');
}

/** One body, in HTTP chunks of the given size. */
function body(text: string, size = 100_000, headers: { [name: string]: string } = SSE): Script {
  return async (_request, wire) => {
    await wire.head(200, headers);
    for (const piece of pieces(Buffer.from(text), size)) void wire.chunk(piece);
    await wire.end();
  };
}

interface Heard {
  readonly text: string;
  readonly error: unknown;
  readonly accumulator: ResponseAccumulator;
}

async function hear(client: Client): Promise<Heard> {
  const accumulator = new ResponseAccumulator();
  let error: unknown;
  try {
    for await (const piece of client.stream('models.streamGenerateContent', ASK)) {
      accumulator.add(piece);
    }
  } catch (thrown) {
    error = thrown;
  }
  const parts = accumulator.candidate()?.content?.parts ?? [];
  return { text: parts.map((part) => part.text).join(''), error, accumulator };
}

describe('streams that arrive whole, whatever they look like', () => {
  const pretty = JSON.stringify(ANSWERS, undefined, 2);
  const JSON_TYPE = { 'content-type': 'application/json; charset=UTF-8' };
  const cases: { readonly [name: string]: Script } = {
    'an array where events were asked for': body(pretty, 9, JSON_TYPE),
    gzip: (_request, wire) =>
      wire.answer(200, gzipSync(events()), { ...SSE, 'content-encoding': 'gzip' }),
  };
  for (const [name, script] of Object.entries(cases)) {
    it(name, async () => {
      const { client, server } = await rigs.start(script);
      const { text, error, accumulator } = await hear(client);
      assert.equal(error, undefined);
      assert.equal(text, WORDS.join(''));
      assert.equal(accumulator.candidate()?.finishReason, 'STOP');
      assert.equal(server.requests.length, 1);
    });
  }
});

describe('streams that go wrong', () => {
  const good = `data: ${JSONS[0]}\r\n\r\n`;
  const said = WORDS[0] ?? '';
  const fin = async (wire: Wire, text: string): Promise<void> => {
    await wire.head(200, SSE);
    await wire.chunk(text);
    wire.fin();
  };
  /** What came before, how it ended, and what the message says. */
  const cases: { readonly [name: string]: readonly [Script, string, string, RegExp] } = {
    'an error event with the key in it': [
      body(`data: {"error":{"code":400,"message":"Bad ${KEY}"}}\r\n\r\n`),
      '',
      'invalidRequest',
      /^Bad \[redacted\]$/,
    ],
    'no last chunk': [
      (_request, wire) => fin(wire, good),
      said,
      'incomplete',
      /closed before the response was complete/,
    ],
    'a length that is too long': [
      async (_request, wire) => {
        const head =
          'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9999\r\n\r\n';
        await wire.raw(head + good);
        wire.fin();
      },
      said,
      'incomplete',
      /closed before the response was complete/,
    ],
    'a wrong type with the key in it': [
      body(events(), 999, { 'content-type': `x/${KEY}` }),
      '',
      'notJson',
      /redacted/,
    ],
  };
  for (const [name, [script, text, reason, message]] of Object.entries(cases)) {
    it(name, async () => {
      const { client, server } = await rigs.start(script);
      const heard = await hear(client);
      assert.equal(heard.text, text);
      assert.equal(reasonOf(heard.error), reason);
      assert.ok(heard.error instanceof Error);
      assert.match(heard.error.message, message);
      assert.ok(heard.error.message.length <= 200);
      assert.doesNotMatch(heard.error.message, /canary/);
      assert.doesNotMatch(heard.error.message, /[\r\n]/);
      // Never asked again: the text so far may have been shown.
      assert.equal(server.requests.length, 1);
    });
  }
});
