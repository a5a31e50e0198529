import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { constants, createGzip, gzipSync } from 'node:zlib';
import type { Client } from '../../../src/api/call';
import { CancelledError } from '../../../src/base/errors';
import { FaultServer } from '../../fakes/faultServer';
import { collect } from './cuts';
import { ASK, failure, KEY, Rigs } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

const SSE = { 'content-type': 'text/event-stream' };
const EVENT = 'data: {"candidates":[{"content":{"parts":[{"text":"Hi"}]}}]}\r\n\r\n';

/** Text pieces of a stream, and how it ended. */
async function listen(
  client: Client,
): Promise<{ readonly count: number; readonly error: unknown }> {
  let count = 0;
  try {
    for await (const piece of client.stream('models.streamGenerateContent', ASK)) {
      count += piece.candidates?.length ?? 0;
    }
  } catch (error) {
    return { count, error };
  }
  return { count, error: undefined };
}

function reasonOf(error: unknown): unknown {
  return error instanceof Error && 'reason' in error ? error.reason : error;
}

describe('requests on the wire', () => {
  it('carry the key in its header and nowhere else', async () => {
    const { server, client } = await rigs.start((_request, wire) =>
      wire.json(200, { name: 'models/x' }),
    );
    assert.deepEqual(await client.call('models.get', { name: 'models/x' }), { name: 'models/x' });
    const [request] = server.requests;
    assert.equal(request?.target, '/v1beta/models/x');
    assert.equal(request?.headers['x-goog-api-key'], KEY);
    assert.equal(request?.headers['authorization'], undefined);
    assert.equal(request?.headers['x-goog-user-project'], undefined);
    assert.equal(request?.headers['user-agent'], 'generative-language-vscode');
  });

  it('carry a bearer with its project, or nothing at all', async () => {
    const bearer = { kind: 'bearer', token: 'ya29.token', project: 'my-project' } as const;
    const script = (
      _: unknown,
      wire: { json(status: number, value: unknown): Promise<void> },
    ): Promise<void> => wire.json(200, {});
    const first = await rigs.start(script, { as: bearer });
    await first.client.call('models.list', {});
    const { headers } = first.server.requests[0] ?? assert.fail();
    assert.equal(headers['authorization'], 'Bearer ya29.token');
    assert.equal(headers['x-goog-user-project'], 'my-project');
    assert.equal(headers['x-goog-api-key'], undefined);

    const second = await rigs.start(script, { as: { kind: 'none' } });
    await second.client.call('models.list', {});
    const names = Object.keys(second.server.requests[0]?.headers ?? {});
    assert.deepEqual(
      names.filter((name) => /goog|auth|cookie/.test(name)),
      [],
    );
  });

  it('are not sent with a credential that a header cannot carry', async () => {
    for (const as of [
      { kind: 'apiKey', key: 'canary\r\nx-evil: 1' },
      { kind: 'apiKey', key: 'canary-ü' },
      { kind: 'apiKey', key: '' },
      { kind: 'bearer', token: 'canary\n' },
      { kind: 'bearer', token: 'good-token', project: 'canary\nproject' },
    ] as const) {
      const { server, client } = await rigs.start((_request, wire) => wire.json(200, {}), { as });
      const error = await failure(client.call('models.list', {}));
      assert.equal(error.reason, 'badCredential');
      assert.doesNotMatch(inspect(error), /canary/);
      assert.equal(server.connections + server.requests.length, 0);
    }
  });

  it('ask the credential each time, and pass on what it throws', async () => {
    let asked = 0;
    const { client, server } = await rigs.start((_request, wire) => wire.json(200, {}), {
      credential: () => {
        asked += 1;
        if (asked === 3) return Promise.reject(new CancelledError());
        return Promise.resolve({ kind: 'apiKey', key: `key-${asked}` } as const);
      },
    });
    await client.call('models.list', {});
    await client.call('models.list', {});
    assert.deepEqual(
      server.requests.map(({ headers }) => headers['x-goog-api-key']),
      ['key-1', 'key-2'],
    );
    assert.ok(CancelledError.is(await failure(client.call('models.list', {}))));
  });

  it('stay below the version, whatever the name', async () => {
    const { server, client } = await rigs.start((_request, wire) => wire.json(200, {}));
    await client.call('models.get', { name: 'models/a:b c@ü' });
    assert.equal(server.requests[0]?.target, '/v1beta/models/a%3Ab%20c%40%C3%BC');
    for (const name of [
      'models/../x',
      'models/%2e%2e',
      'models/x?y',
      'models/x#y',
      'models/x\r\ny',
      '//host/x',
    ]) {
      const error = await failure(client.call('models.get', { name }));
      assert.equal(error.reason, 'badName', name);
    }
    assert.equal(server.requests.length, 1);
  });

  it('are told about once they are over, without secrets', async () => {
    const { client, exchanges, server } = await rigs.start((request, wire) =>
      request.method === 'GET'
        ? wire.json(200, { models: [] })
        : wire.json(400, { error: { message: 'm' } }),
    );
    await client.call('models.list', { pageSize: 3 });
    await failure(client.call('models.countTokens', ASK));
    const [first, second] = exchanges;
    assert.deepEqual(
      { ...first, startedAt: 0, durationMs: 0 },
      {
        operation: 'models.list',
        version: 'v1beta',
        method: 'GET',
        host: new URL(server.origin).host,
        path: '/v1beta/models',
        status: 200,
        startedAt: 0,
        durationMs: 0,
        bytesSent: 0,
        bytesReceived: 13,
        outcome: 'answered',
      },
    );
    assert.equal(second?.status, 400);
    assert.equal(second?.bytesSent, JSON.stringify(ASK.body).length);
    assert.doesNotMatch(JSON.stringify(exchanges), /canary/);
  });
});

describe('answers', () => {
  it('come through gzip event by event, as they are flushed', async () => {
    const gzip = createGzip();
    const { client } = await rigs.start(async (_request, wire) => {
      await wire.head(200, { ...SSE, 'content-encoding': 'gzip' });
      gzip.on('data', (bytes: Buffer) => void wire.chunk(bytes));
      gzip.on('end', () => void wire.end());
      sendNext();
    });
    const sendNext = (): void => {
      gzip.write(EVENT);
      gzip.flush(constants.Z_SYNC_FLUSH);
    };
    let seen = 0;
    // Each event is only sent when the one before has come out: a held-back event would hang the test.
    for await (const piece of client.stream('models.streamGenerateContent', ASK)) {
      seen += piece.candidates?.length ?? 0;
      if (seen === 5) gzip.end();
      else if (seen < 5) sendNext();
    }
    assert.equal(seen, 5);
  });

  it('whose gzip is cut off are incomplete', async () => {
    const bytes = gzipSync(JSON.stringify({ models: [{ name: 'models/x' }] }));
    const { client } = await rigs.start((_request, wire) =>
      wire.answer(200, bytes.subarray(0, -12), { 'content-encoding': 'gzip' }),
    );
    assert.equal((await failure(client.call('models.list', {}))).reason, 'incomplete');
  });

  it('in an encoding that nobody asked for are refused', async () => {
    const { client } = await rigs.start((_request, wire) =>
      wire.answer(200, 'x', { 'content-encoding': 'br' }),
    );
    assert.match((await failure(client.call('models.list', {}))).message, /br/);
  });

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
      const closed = Promise.withResolvers<void>();
      const { client } = await rigs.start(async (_request, wire) => {
        void wire.closed.then(closed.resolve);
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
      await closed.promise;
    }
  });

  it('do not come at all when it was stopped before', async () => {
    const { client, server } = await rigs.start((_request, wire) => wire.json(200, {}));
    const options = { signal: AbortSignal.abort() };
    assert.ok((await failure(client.call('models.list', {}, options))) instanceof CancelledError);
    assert.equal(server.connections, 0);
  });

  it('end when the client is closed', async () => {
    const { client } = await rigs.start(() => undefined);
    const running = failure(client.call('models.list', {}));
    await new Promise(setImmediate);
    await client.close();
    assert.ok((await running) instanceof CancelledError);
    assert.ok((await failure(client.call('models.list', {}))) instanceof CancelledError);
  });

  it('leave no listener on a signal that lives on', async () => {
    const { client } = await rigs.start((_request, wire) => wire.json(200, {}));
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>): void => {
      listeners += 1;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>): void => {
      listeners -= 1;
      removeEventListener.apply(signal, args);
    };
    for (let call = 0; call < 3; call++) await client.call('models.list', {}, { signal });
    assert.equal(listeners, 0);
  });

  it('of many streams at once do not disturb each other', async () => {
    const { client, server } = await rigs.start(async (_request, wire) => {
      await wire.head(200, SSE);
      for (let count = 0; count < 20; count++) await wire.chunk(EVENT);
      await wire.end();
    });
    const streams = Array.from({ length: 40 }, async (_, index) => {
      let count = 0;
      for await (const piece of client.stream('models.streamGenerateContent', ASK)) {
        count += piece.candidates?.length ?? 0;
        if (index % 4 === 0) break;
      }
      return count;
    });
    const counts = await Promise.all(streams);
    assert.deepEqual(
      counts,
      counts.map((_, index) => (index % 4 === 0 ? 1 : 20)),
    );
    assert.equal(server.requests.length, 40);
  });

  it('of one line above the limit name the limit', async () => {
    const { client } = await rigs.start(async (_request, wire) => {
      await wire.head(200, SSE);
      const block = Buffer.alloc(1024 * 1024, 'x');
      for (let sent = 0; sent < 96; sent++) await wire.chunk(block);
    });
    const { error } = await listen(client);
    assert.equal(reasonOf(error), 'tooLarge');
    assert.match(String(error), /64 MiB/);
  }).timeout(10_000);
});

describe('broken connections', () => {
  it('in the middle of an answer keep what came', async () => {
    for (const [name, script, reason] of [
      ['no last chunk', (wire) => wire.fin(), 'incomplete'],
      ['reset', (wire) => wire.reset(), 'reset'],
    ] as readonly (readonly [string, (wire: { fin(): void; reset(): void }) => void, string])[]) {
      const { client, exchanges } = await rigs.start(async (_request, wire) => {
        await wire.head(200, SSE);
        await wire.chunk(EVENT);
        // The event must be read before the break, or the reset takes it along.
        setImmediate(() => setImmediate(() => script(wire)));
      });
      const { count, error } = await listen(client);
      assert.equal(count, 1, name);
      assert.equal(reasonOf(error), reason, name);
      assert.equal(exchanges[0]?.outcome, reason, name);
    }
  });

  it('before the announced length are incomplete', async () => {
    const { client } = await rigs.start(async (_request, wire) => {
      await wire.raw(
        `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9999\r\n\r\n${EVENT}`,
      );
      wire.fin();
    });
    const { count, error } = await listen(client);
    assert.equal(count, 1);
    assert.equal(reasonOf(error), 'incomplete');
  });

  it('before any answer are not repeated', async () => {
    for (const end of ['fin', 'reset'] as const) {
      const { client, server } = await rigs.start((_request, wire) => wire[end]());
      assert.equal(
        (await failure(client.call('models.generateContent', ASK))).reason,
        'reset',
        end,
      );
      assert.equal(server.requests.length, 1);
    }
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

  it('with something that is not HTTP say so', async () => {
    const { client } = await rigs.start((_request, wire) =>
      wire.raw('SSH-2.0-OpenSSH_9.2\r\n\r\n'),
    );
    const error = await failure(client.call('models.list', {}));
    assert.equal(error.reason, 'notJson');
    assert.match(error.message, /not HTTP/);
  });
});

describe('redirects', () => {
  it('to another origin are not followed, and the other one sees nothing', async () => {
    const other = rigs.keep(await FaultServer.start((_request, wire) => wire.json(200, {})));
    for (const status of [301, 302, 303, 307, 308]) {
      const { client } = await rigs.start((_request, wire) =>
        wire.answer(status, '', { location: `${other.origin}/v1beta/models?x=1` }),
      );
      for (const work of [client.call('models.list', {}), client.call('models.countTokens', ASK)]) {
        const error = await failure(work);
        assert.equal(error.reason, 'redirect');
        assert.match(error.message, new RegExp(new URL(other.origin).host));
      }
    }
    assert.equal(other.connections + other.requests.length, 0);
  });

  it('to another scheme, user or nowhere are not followed', async () => {
    for (const location of ['https://127.0.0.1/', 'javascript:alert(1)', 'http://[', '']) {
      const { client, server } = await rigs.start((_request, wire) =>
        wire.answer(302, '', { location }),
      );
      assert.equal((await failure(client.call('models.list', {}))).reason, 'redirect', location);
      assert.equal(server.requests.length, 1);
    }
  });

  it('within the origin are followed for a GET, five times at most', async () => {
    let left = 5;
    const { client, server } = await rigs.start((_request, wire) =>
      left-- > 0
        ? wire.answer(307, '', { location: '/v1beta/elsewhere' })
        : wire.json(200, { models: [] }),
    );
    assert.deepEqual(await client.call('models.list', {}), { models: [] });
    assert.equal(server.requests.length, 6);
    left = 6;
    assert.equal((await failure(client.call('models.list', {}))).reason, 'redirect');
    left = 1;
    assert.equal((await failure(client.call('models.countTokens', ASK))).reason, 'redirect');
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

  it('that go in circles end with an error', async () => {
    const { client } = await rigs.start((_request, wire) =>
      wire.json(200, { nextPageToken: 'same' }),
    );
    const error = await failure(collect(client.pages('models.list', {})));
    assert.match(error.message, /same page twice/);
  });
});

describe('the process', () => {
  it('keeps its dispatcher and its fetch', async () => {
    const slots = [1, 2].map((n) => Symbol.for(`undici.globalDispatcher.${n}`));
    const state = (): unknown[] => [
      globalThis.fetch,
      ...slots.map((slot) => Reflect.get(globalThis, slot)),
    ];
    const before = state();
    const { client } = await rigs.start((_request, wire) => wire.json(200, {}));
    await client.call('models.list', {});
    state().forEach((value, index) => assert.equal(value, before[index]));
  });

  it('sees no unhandled rejection from a broken stream that nobody reads on', async () => {
    const rejections: unknown[] = [];
    const note = (reason: unknown): void => void rejections.push(reason);
    process.on('unhandledRejection', note);
    try {
      const closed = Promise.withResolvers<void>();
      const { client } = await rigs.start(async (_request, wire) => {
        void wire.closed.then(closed.resolve);
        await wire.head(200, SSE);
        await wire.chunk(EVENT);
        setImmediate(() => setImmediate(() => wire.reset()));
      });
      const stream = client.stream('models.streamGenerateContent', ASK)[Symbol.asyncIterator]();
      await stream.next();
      await closed.promise;
      for (let round = 0; round < 5; round++) await new Promise(setImmediate);
      assert.deepEqual(rejections, []);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});
