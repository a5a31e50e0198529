import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '../../../src/api/client';
import type { Client } from '../../../src/api/call';
import { parseEndpoint } from '../../../src/api/endpoint';
import { NodeTransport } from '../../../src/api/nodeTransport';
import { FakeClock } from '../../fakes/clock';
import { EagerClock } from '../../fakes/eagerClock';

const KEY = 'made-up-key';

describe('the transport that Node.js brings along', () => {
  let server: Server;
  let answer: RequestListener;

  beforeEach(async () => {
    server = createServer((request, response) => answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  function client(clock = new FakeClock()): Client {
    const { port } = server.address() as AddressInfo;
    return createClient({
      transport: new NodeTransport({
        endpoint: parseEndpoint(`http://127.0.0.1:${port}/behind`),
        credential: () => Promise.resolve({ kind: 'apiKey', key: KEY }),
        clock,
      }),
      preferredVersion: 'v1beta',
      retry: { clock: new EagerClock() },
    });
  }

  it('sends path, query, key and body, and reads what comes in pieces', async () => {
    const seen: unknown[] = [];
    answer = (request, response) => {
      seen.push(request.method, request.url, request.headers['x-goog-api-key']);
      response.setHeader('content-type', 'text/event-stream');
      response.write('data: {"candidates": [{"index": 0}]}\r\n\r\ndata: {"candi');
      response.end('dates": [{"index": 1}]}\r\n\r\n');
    };
    const pieces: unknown[] = [];
    const input = { model: 'models/a b', body: { contents: [{ parts: [{ text: 'ä' }] }] } };
    for await (const piece of client().stream('models.streamGenerateContent', input)) {
      pieces.push(piece);
    }
    assert.deepEqual(seen, [
      'POST',
      '/behind/v1beta/models/a%20b:streamGenerateContent?alt=sse',
      KEY,
    ]);
    assert.deepEqual(pieces, [{ candidates: [{ index: 0 }] }, { candidates: [{ index: 1 }] }]);
  });

  it('says in words what went wrong, without the key', async () => {
    answer = (request) => request.socket.destroy();
    const told = await client()
      .call('models.get', { name: 'models/a' })
      .catch((error: Error) => error);
    assert.ok(told instanceof Error && 'reason' in told);
    assert.equal(told.reason, 'reset');
    assert.ok(!told.message.includes(KEY));
  });

  it('ends when it is cancelled, and where nothing comes in time', async () => {
    const arrived = Promise.withResolvers<undefined>();
    answer = () => arrived.resolve(undefined);
    const controller = new AbortController();
    const options = { signal: controller.signal };
    const cancelled = client().call('models.get', { name: 'models/a' }, options);
    await arrived.promise;
    controller.abort();
    await assert.rejects(cancelled, { name: 'CancelledError' });
    const clock = new FakeClock();
    const again = Promise.withResolvers<undefined>();
    answer = () => again.resolve(undefined);
    const slow = client(clock).call('models.get', { name: 'models/a' }, { maxAttempts: 1 });
    await again.promise;
    clock.advance(600_000);
    await assert.rejects(slow, { reason: 'timeout' });
  });
});
