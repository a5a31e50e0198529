import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { CancelledError } from '../../../src/base/errors';
import { ASK, EVENT, failure, KEY, listen, Rigs, SSE } from './harness';
import { Gate } from './gate';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('answers', () => {
  it('of one call are JSON or an error that says what they are', async () => {
    for (const [text, type, reason] of [
      ['<html>Sign in</html>', 'text/html', 'notJson'],
      ['[1]', 'application/json', 'notJson'],
      ['{"a":', 'application/json', 'notJson'],
      ['', 'application/json', 'empty'],
    ] as const) {
      const { client } = await rigs.start((_request, wire) =>
        wire.answer(200, text, { 'content-type': type }),
      );
      assert.equal((await failure(client.call('models.list', {}))).reason, reason, text);
    }
  });

  it("that are errors are the service's own words, one line for a web page", async () => {
    const page = `<html>${'x'.repeat(9000)}</html>`;
    const { client } = await rigs.start((_request, wire) =>
      wire.answer(502, page, { 'content-type': 'text/html' }),
    );
    const error = await failure(client.call('models.list', {}));
    assert.equal(error.message, '502 Bad Gateway');
    assert.ok(inspect(error).length <= 2000);

    const own = await rigs.start((_request, wire) =>
      wire.answer(
        400,
        `[{"error":{"code":400,"message":"Bad key ${KEY}","status":"INVALID_ARGUMENT"}}]`,
      ),
    );
    const { error: streamed } = await listen(own.client);
    assert.equal(String(streamed), 'ServiceError: Bad key [redacted]');
  });

  it('are streamed, and leaving the loop closes the socket', async () => {
    const closed: Promise<void>[] = [];
    const { client, server, exchanges } = await rigs.start(async (_request, wire) => {
      closed.push(wire.closed);
      await wire.head(200, SSE);
      await wire.chunk(EVENT + EVENT);
    });
    for await (const piece of client.stream('models.streamGenerateContent', ASK)) {
      assert.equal(piece.candidates?.length, 1);
      break;
    }
    await Promise.all(closed);
    assert.equal(server.requests.length, 1);
    assert.equal(server.requests[0]?.target, '/v1beta/models/x:streamGenerateContent?alt=sse');
    assert.equal(exchanges[0]?.outcome, 'cancelled');
  });

  it('end with a stop: nothing more comes, and the server sees the socket close', async () => {
    for (const chunks of [0, 1] as const) {
      const stop = new AbortController();
      const closed = new Gate();
      const { client } = await rigs.start(async (_request, wire) => {
        void wire.closed.then(closed.open);
        if (chunks === 0) stop.abort();
        else {
          await wire.head(200, SSE);
          await wire.chunk(EVENT.repeat(3));
        }
      });
      let seen = 0;
      const work = async (): Promise<void> => {
        const options = { signal: stop.signal };
        for await (const piece of client.stream('models.streamGenerateContent', ASK, options)) {
          seen += piece.candidates?.length ?? 0;
          stop.abort();
        }
      };
      assert.ok((await failure(work())) instanceof CancelledError);
      assert.equal(seen, chunks);
      await closed.opened;
    }
  });
});
