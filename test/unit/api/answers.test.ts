import assert from 'node:assert/strict';
import { constants, createGzip } from 'node:zlib';
import { readJson } from '../../../src/api/body';
import { CancelledError } from '../../../src/base/errors';
import { FaultServer, type Wire } from '../../fakes/faultServer';
import { ASK, collect, EVENT, failure, Gate, listen, reasonOf, Rigs, SSE } from './harness';

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

describe('broken connections', () => {
  it('in the middle of an error still say which error', async () => {
    const { client } = await rigs.start(async (_request, wire) => {
      await wire.head(503, { 'content-type': 'application/json' });
      await wire.chunk('{"error": {"code": 503, "mess');
      wire.fin();
    });
    const error = await failure(client.call('models.list', {}));
    assert.equal(error.reason, 'overloaded');
    assert.equal(error.message, '503 Service Unavailable');
  });

  it('that never come about say why', async () => {
    const server = await FaultServer.start(() => undefined);
    const { origin } = server;
    await server.close();
    const refused = await failure(rigs.connect(origin).client.call('models.list', {}));
    assert.equal(refused.reason, 'refused');
    assert.match(refused.message, new RegExp(new URL(origin).host));
    assert.match(refused.hint ?? '', /http\.proxy/);
  });
});

describe('connections', () => {
  it('are kept for the next call, and go when the client is closed', async () => {
    const closed: Promise<void>[] = [];
    const { client, server } = await rigs.start((_request, wire) => {
      closed.push(wire.closed);
      return wire.answer(200, '{}', { 'keep-alive': 'timeout=600' });
    });
    for (let call = 0; call < 10; call++) await client.call('models.list', {});
    // A call that follows at once may find the one before still busy with its end.
    assert.ok(server.connections <= 2, `${server.connections} connections`);
    await client.close();
    await Promise.all(closed);
  });
});

describe('the body of an answer', () => {
  it('has a limit', async () => {
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      for (let chunk = 0; chunk < 4; chunk++) yield Buffer.from(chunk === 0 ? '{}' : '        ');
      await Promise.resolve();
    };
    const parts = { status: 200, headers: {} };
    assert.deepEqual(await readJson({ ...parts, body: bytes() }, 26), {});
    const error = await failure(readJson({ ...parts, body: bytes() }, 25));
    assert.equal(error.reason, 'tooLarge');
  });
});

describe('pages', () => {
  it('are fetched one after the other, as the loop asks', async () => {
    const { client, server } = await rigs.start((request, wire) => {
      const token = new URL(request.target, 'http://h').searchParams.get('pageToken');
      const page = Number(token ?? 0);
      const more = page < 2 ? { nextPageToken: String(page + 1) } : {};
      return wire.json(200, { models: [{ name: `models/${page}` }], ...more });
    });
    const pages = await collect(client.pages('models.list', { pageSize: 1 }));
    assert.deepEqual(
      pages.map(({ models }) => models?.[0]?.name),
      ['models/0', 'models/1', 'models/2'],
    );
    assert.deepEqual(
      server.requests.map(({ target }) => target),
      [
        '/v1beta/models?pageSize=1',
        '/v1beta/models?pageSize=1&pageToken=1',
        '/v1beta/models?pageSize=1&pageToken=2',
      ],
    );
  });

  for (const circle of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    it(`that go in a circle of ${circle.length} end with an error`, async () => {
      const { client, server } = await rigs.start((_request, wire) =>
        wire.json(200, { nextPageToken: circle[(server.requests.length - 1) % circle.length] }),
      );
      const error = await failure(collect(client.pages('models.list', {})));
      assert.match(error.message, /same page twice/);
      assert.equal(server.requests.length, circle.length + 1);
    });
  }
});

/** Sends one event through gzip, flushed but not ended. */
async function sendOne(wire: Wire): Promise<void> {
  await wire.head(200, { ...SSE, 'content-encoding': 'gzip' });
  const gzip = createGzip();
  gzip.on('data', (bytes: Buffer) => {
    void wire.chunk(bytes);
  });
  gzip.write(EVENT);
  gzip.flush(constants.Z_SYNC_FLUSH);
}

describe('compressed streams', () => {
  it('keep what came before a break, and say what broke', async () => {
    for (const [end, reason] of [
      ['fin', 'incomplete'],
      ['reset', 'reset'],
      ['end', 'incomplete'],
    ] as const) {
      const heard = new Gate();
      const { client } = await rigs.start(async (_request, wire) => {
        await sendOne(wire);
        await heard.opened;
        await wire[end]();
      });
      const { count, error } = await listen(client, heard.open);
      assert.equal(count, 1, end);
      assert.equal(reasonOf(error), reason, end);
    }
  });
});
