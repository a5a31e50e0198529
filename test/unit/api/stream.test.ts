import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { ServiceError } from '../../../src/api/errors';
import type { JsonObject } from '../../../src/api/schema/row';
import { PieceStream } from '../../../src/api/stream';
import type { WireResponse } from '../../../src/api/transport';
import { bodyOf, collect } from './harness';

function answer(type: string | undefined, chunks: Iterable<string | Uint8Array>): WireResponse {
  const headers = type === undefined ? {} : { 'content-type': type };
  return { status: 200, headers, body: bodyOf(chunks) };
}

function readStream(wire: WireResponse): PieceStream {
  return new PieceStream(() => Promise.resolve(wire));
}

/** What came before the stream ended, and how it ended. */
async function outcome(
  type: string | undefined,
  ...chunks: readonly string[]
): Promise<{ readonly pieces: readonly JsonObject[]; readonly error: unknown }> {
  const pieces: JsonObject[] = [];
  try {
    for await (const piece of readStream(answer(type, chunks))) pieces.push(piece);
    return { pieces, error: undefined };
  } catch (error) {
    return { pieces, error };
  }
}

const SSE = 'text/event-stream';

function factsOf({ httpStatus, status, reason, message, hint }: ServiceError): unknown {
  return { httpStatus, status, reason, message, hint };
}

describe('streamed answers', () => {
  it('are events, or an array where events were asked for', async () => {
    const events = 'data: {"a":1}\r\n\r\ndata: {"a":2}\r\n\r\n';
    const array = '\ufeff [{"a":1}\n,\r\n{"a":2}\n]';
    for (const [type, text] of [
      [SSE, events],
      ['Text/Event-Stream; charset=utf-8', events],
      [undefined, events],
      ['text/plain', events],
      ['application/json; charset=UTF-8', array],
      [SSE, array],
    ] as const) {
      assert.deepEqual(await collect(readStream(answer(type, [text]))), [{ a: 1 }, { a: 2 }], type);
      assert.deepEqual(
        await collect(
          readStream(
            answer(
              type,
              Buffer.from(text)
                .toString('latin1')
                .split('')
                .map((byte) => Buffer.from(byte, 'latin1')),
            ),
          ),
        ),
        [{ a: 1 }, { a: 2 }],
        `${type}, cut`,
      );
    }
  });

  it('end with the error that stands between or behind their events, however it is written', async () => {
    const error = { code: 429, message: 'Too many.', status: 'RESOURCE_EXHAUSTED' };
    const texts = [{ error }, [{ error }]].flatMap((json) => [
      JSON.stringify(json),
      JSON.stringify(json, undefined, 2),
    ]);
    const alone = await outcome('application/json', texts[0] ?? '');
    assert.ok(alone.error instanceof ServiceError);
    for (const newline of ['\n', '\r\n', '\r']) {
      for (const text of texts) {
        const lines = text.replaceAll('\n', newline);
        const data = `data: ${text.replaceAll('\n', `${newline}data: `)}`;
        for (const last of [lines, data]) {
          for (const [gap, end] of [
            [newline, ''],
            [newline, newline],
            [newline + newline, ''],
            [newline + newline, newline + newline],
            [newline + newline, `${newline}${newline}data: [DONE]${newline}${newline}`],
          ] as const) {
            // Without a blank line, what has `data:` is the same event.
            if (gap === newline && last === data) continue;
            const body = `data: {"a":1}${gap}${last}${end}`;
            for (const chunks of [[body], body.split('')]) {
              const { pieces, error: given } = await outcome(SSE, ...chunks);
              assert.deepEqual(pieces, [{ a: 1 }], JSON.stringify(body));
              assert.ok(given instanceof ServiceError, JSON.stringify(body));
              assert.deepEqual(factsOf(given), factsOf(alone.error), JSON.stringify(body));
            }
          }
        }
      }
    }
    const array = await outcome('application/json', `[{"a":1}\n,\n[${JSON.stringify({ error })}]]`);
    assert.deepEqual(array.pieces, [{ a: 1 }]);
    assert.equal((array.error as ServiceError).status, 'RESOURCE_EXHAUSTED');
    const first = await outcome(SSE, `: ping\n\n${texts[0]}\n`);
    assert.equal((first.error as ServiceError).httpStatus, 429);
  });

  it('are never silently nothing', async () => {
    for (const [type, text, reason] of [
      ['text/html', '<html>Sign in</html>', 'notJson'],
      [SSE, '<html>Sign in</html>', 'notJson'],
      ['application/json', 'data: {"a":1}\n\n', 'notJson'],
      ['image/png', 'data: {"a":1}\n\n', 'notJson'],
      [SSE, 'Hello\n\nWorld\n\n', 'notJson'],
      [SSE, '', 'empty'],
      [SSE, ': ping\n\n: ping\n\n', 'empty'],
      [SSE, 'data: [DONE]\n\n', 'empty'],
      ['application/json', '[]', 'empty'],
      ['application/json', '[{"a":1}', 'incomplete'],
    ] as const) {
      const { error } = await outcome(type, text);
      assert.ok(error instanceof Error && 'reason' in error, text);
      assert.equal(error.reason, reason, `${type}: ${text}`);
    }
  });

  it('say which event is broken, briefly and without its text', async () => {
    const broken = `{"candidates":[canary ${'x'.repeat(1000)}`;
    const { pieces, error } = await outcome(
      SSE,
      `data: {"a":1}\n\ndata: ${broken}\n\ndata: {"a":3}\n\n`,
    );
    assert.deepEqual(pieces, [{ a: 1 }]);
    assert.ok(error instanceof Error);
    assert.match(error.message, /^Event 2 /);
    assert.ok(error.message.length <= 200);
    assert.doesNotMatch(error.message, /canary/);
    for (const value of ['[1]', '1', 'null', '"x"']) {
      assert.match(String((await outcome(SSE, `data: ${value}\n\n`)).error), /Event 1 /);
    }
  });

  it('leave no listener on the signal', async () => {
    for (const leave of ['end', 'break', 'error'] as const) {
      const { signal } = new AbortController();
      const chunks = leave === 'error' ? ['data: x\n\n'] : ['data: {"a":1}\n\n'];
      const stream = new PieceStream(() => Promise.resolve(answer(SSE, chunks)), { signal });
      try {
        for await (const piece of stream) {
          assert.deepEqual(piece, { a: 1 });
          assert.equal(getEventListeners(signal, 'abort').length, 1);
          if (leave === 'break') break;
        }
      } catch (error) {
        assert.equal(leave, 'error', String(error));
      }
      assert.deepEqual(getEventListeners(signal, 'abort'), [], leave);
    }
  });
});
