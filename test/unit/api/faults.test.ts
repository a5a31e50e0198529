import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { AnswerAccumulator } from '../../../src/api/accumulate';
import type { Client } from '../../../src/api/call';
import { TransportError } from '../../../src/api/errors';
import { EagerClock } from '../../fakes/eagerClock';
import type { Script, Wire } from '../../fakes/faultServer';
import { pieces } from './cuts';
import { ASK, KEY, reasonOf, Rigs, SSE } from './harness';

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
  readonly accumulator: AnswerAccumulator;
}

async function hear(client: Client): Promise<Heard> {
  const accumulator = new AnswerAccumulator();
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
    'plain events': body(events()),
    'line ends of LF': body(events('\n')),
    'line ends of CR': body(events('\r')),
    'mixed line ends': body(
      JSONS.map((json, index) => {
        const end = ['\n', '\r\n', '\r'][index % 3] ?? '';
        return `data: ${json}${end}${end}`;
      }).join(''),
    ),
    'a byte order mark': body(`\ufeff${events()}`),
    'pings and comments': body(events('\r\n', (json) => `: ping\r\n\r\n:\r\ndata: ${json}`)),
    'event, id and retry lines': body(
      events('\n', (json) => `event: message\nid: 7\nretry: 100\ndata: ${json}\nfuture: x`),
    ),
    'no space after the colon': body(events('\r\n', (json) => `data:${json}`)),
    'data in several lines': body(
      ANSWERS.map((value) => {
        const lines = JSON.stringify(value, undefined, 1).split('\n');
        return `${lines.map((line) => `data: ${line}\n`).join('')}\n`;
      }).join(''),
    ),
    'empty events and runs of blank lines': body(
      events('\n', (json) => `\n\ndata\n\ndata: ${json}`),
    ),
    'a last mark of [DONE]': body(`${events()}data: [DONE]\r\n\r\n`),
    'a last event without its blank line': body(events().slice(0, -2)),
    'a last event without its line end': body(events().slice(0, -4)),
    'an array where events were asked for': body(pretty, 9, JSON_TYPE),
    'an array between lines of commas': body(`[${JSONS.join('\n,\r\n')}\n]\n`, 9, JSON_TYPE),
    'an array that says it is events': body(pretty),
    'another type of text': body(events(), 9, { 'content-type': 'text/plain; charset=utf-8' }),
    'no type at all': body(events(), 9, {}),
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

  for (const end of ['fin', 'reset'] as const) {
    it(`an answer after a connection that broke before it, by ${end}`, async () => {
      const { client, server } = await rigs.start(
        (request, wire) =>
          server.requests.length === 1 ? wire[end]() : body(events())(request, wire),
        { retry: { clock: new EagerClock() } },
      );
      const { text, error } = await hear(client);
      assert.deepEqual([error, text], [undefined, WORDS.join('')]);
      assert.equal(server.requests.length, 2);
    });
  }

  it('a character that is cut, at each of its bytes', async () => {
    const bytes = Buffer.from('data: {"text":"é漢🦜"}\r\n\r\n');
    const { client } = await rigs.start(async (request, wire) => {
      const at = Number(/cut (\d+)/.exec(request.body)?.[1]);
      await wire.head(200, SSE);
      // One write for each, so that the pieces arrive as they were cut.
      for (const piece of [bytes.subarray(0, at), bytes.subarray(at)]) await wire.chunk(piece);
      await wire.end();
    });
    for (let at = 1; at < bytes.length; at++) {
      const input = { ...ASK, body: { contents: [{ parts: [{ text: `cut ${at}` }] }] } };
      for await (const piece of client.stream('models.streamGenerateContent', input)) {
        assert.deepEqual(piece, { text: 'é漢🦜' }, `cut at ${at}`);
      }
    }
  });

  for (const [name, end] of Object.entries({ LF: '\n', CR: '\r', CRLF: '\r\n' })) {
    it(`${name}, byte by byte`, async () => {
      const { client } = await rigs.start(body(events(end), 1));
      assert.equal((await hear(client)).text, WORDS.join(''));
    });
  }
});

describe('streams that go wrong', () => {
  const good = `data: ${JSONS[0]}\r\n\r\n`;
  const said = WORDS[0] ?? '';
  const overloaded = { error: { code: 503, message: 'Over.', status: 'UNAVAILABLE' } };
  const HTML = `<!DOCTYPE html><html>${'x'.repeat(9000)}</html>`;
  const fin = async (wire: Wire, text: string): Promise<void> => {
    await wire.head(200, SSE);
    await wire.chunk(text);
    wire.fin();
  };
  /** What came before, how it ended, and what the message says. */
  const cases: { readonly [name: string]: readonly [Script, string, string, RegExp] } = {
    'an error event': [
      body(`${good}data: ${JSON.stringify(overloaded)}\r\n\r\n`),
      said,
      'overloaded',
      /^Over\.$/,
    ],
    'an error event with the key in it': [
      body(`data: {"error":{"code":400,"message":"Bad ${KEY}"}}\r\n\r\n`),
      '',
      'invalidRequest',
      /^Bad \[redacted\]$/,
    ],
    'an error in an array': [
      body(`[${JSONS[0]}\n,\n${JSON.stringify(overloaded)}]`, 9, {
        'content-type': 'application/json',
      }),
      said,
      'overloaded',
      /^Over\.$/,
    ],
    'an error that is the whole array': [
      body(JSON.stringify([overloaded]), 9, { 'content-type': 'application/json' }),
      '',
      'overloaded',
      /^Over\.$/,
    ],
    'an event that is no JSON': [
      body(`${good}data: {"canary":${KEY} ${'x'.repeat(9999)}\r\n\r\n${good}`),
      said,
      'notJson',
      /^Event 2 /,
    ],
    'JSON that is cut off': [
      body(`${good}data: {"candidates":[{"con`),
      said,
      'incomplete',
      /ended/,
    ],
    'an array that is cut off': [body(`[${JSONS[0]},{"cand`), said, 'incomplete', /ended/],
    'no last chunk': [(_request, wire) => fin(wire, good), said, 'incomplete', /ended/],
    'no last chunk, in the middle of an event': [
      (_request, wire) => fin(wire, `${good}data: {"ca`),
      said,
      'incomplete',
      /ended/,
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
      /ended/,
    ],
    nothing: [body(''), '', 'empty', /before it said anything/],
    'pings only': [body(': ping\r\n\r\n: ping\r\n\r\n'), '', 'empty', /before it said anything/],
    'an empty array': [
      body('[]', 9, { 'content-type': 'application/json' }),
      '',
      'empty',
      /before it said anything/,
    ],
    'a web page': [
      body(HTML, 999, { 'content-type': 'text/html; charset=utf-8' }),
      '',
      'notJson',
      /^A web page came instead/,
    ],
    'a web page that says it is events': [body(HTML), '', 'notJson', /Something else than JSON/],
    'a wrong type': [
      body(events(), 999, { 'content-type': 'application/octet-stream' }),
      '',
      'notJson',
      /octet-stream/,
    ],
    'a wrong type with the key in it': [
      body(events(), 999, { 'content-type': `x/${KEY}` }),
      '',
      'notJson',
      /redacted/,
    ],
    'text that is neither': [body('Hello\n\nWorld\n\n'), '', 'notJson', /Something else/],
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

  it('a web page with an error status is one line, its text cut', async () => {
    const { client } = await rigs.start((_request, wire) =>
      wire.answer(502, HTML, { 'content-type': 'text/html' }),
    );
    const { error } = await hear(client);
    assert.ok(error instanceof Error && 'bodyExcerpt' in error);
    assert.equal(error.message, '502 Bad Gateway');
    assert.match(String(error.bodyExcerpt), /^<!DOCTYPE/);
    assert.ok(String(error.bodyExcerpt).length <= 2000);
  });

  it('an end without a finish reason is told from a whole answer', async () => {
    const half = await rigs.start(body(good));
    const { error, accumulator } = await hear(half.client);
    assert.equal(error, undefined);
    assert.equal(accumulator.completion(), 'unfinished');
    const whole = await rigs.start(body(events()));
    assert.equal((await hear(whole.client)).accumulator.completion(), 'finished');
  });

  it('a prompt that is blocked is no error, and no answer', async () => {
    const { client } = await rigs.start(
      body('data: {"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{}}\r\n\r\n'),
    );
    const { error, accumulator } = await hear(client);
    assert.equal(error, undefined);
    assert.equal(accumulator.completion(), 'promptBlocked');
    assert.equal(accumulator.answer().promptFeedback?.blockReason, 'SAFETY');
  });

  it('a client error is told once', async () => {
    const { client, server } = await rigs.start((_request, wire) =>
      wire.json(400, { error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT' } }),
    );
    const { error } = await hear(client);
    assert.ok(!(error instanceof TransportError));
    assert.match(String(error), /No\./);
    assert.equal(server.requests.length, 1);
  });
});
