import assert from 'node:assert/strict';
import { connect, ServiceError, type ConnectOptions } from '../../../src/api/index';
import type { Exchange } from '../../../src/api/transport';
import { FaultServer, type SeenRequest } from '../../fakes/faultServer';
import { failure, Rigs } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

/** What the server sees of a call over a client that a script makes. */
async function seenWith(options: ConnectOptions): Promise<SeenRequest> {
  const server = rigs.keep(await FaultServer.start((_request, wire) => wire.json(200, {})));
  const client = rigs.keep(connect({ endpoint: server.origin, ...options }));
  await client.call('models.list', {});
  return server.requests[0] ?? assert.fail('Nothing came.');
}

describe('a script', () => {
  it('signs with a key, with a token and its project, or not at all', async () => {
    const signs = ({ headers }: SeenRequest): unknown[] =>
      ['x-goog-api-key', 'authorization', 'x-goog-user-project'].map((name) => headers[name]);
    const none = [undefined, undefined, undefined];
    assert.deepEqual(signs(await seenWith({})), none);
    assert.deepEqual(signs(await seenWith({ apiKey: 'k', accessToken: 't' })), [
      'k',
      ...none.slice(1),
    ]);
    assert.deepEqual(signs(await seenWith({ accessToken: 't' })), [
      undefined,
      'Bearer t',
      undefined,
    ]);
    const withProject = await seenWith({ accessToken: 't', project: 'p' });
    assert.deepEqual(signs(withProject), [undefined, 'Bearer t', 'p']);
  });

  it('chooses the version', async () => {
    assert.equal((await seenWith({})).target, '/v1beta/models');
    assert.equal((await seenWith({ version: 'v1' })).target, '/v1/models');
  });

  it('bounds attempts and time, and is told of each exchange', async () => {
    const server = rigs.keep(
      await FaultServer.start(({ method }, wire) =>
        method === 'GET' ? wire.json(503, { error: { message: 'Busy.' } }) : undefined,
      ),
    );
    const told: Exchange[] = [];
    const connected = (limits: { maxAttempts: number; timeoutMs?: number }) =>
      rigs.keep(
        connect({
          endpoint: server.origin,
          ...limits,
          onExchange: (exchange) => told.push(exchange),
        }),
      );
    const once = connected({ maxAttempts: 1 });
    assert.ok((await failure(once.call('models.list', {}))) instanceof ServiceError);
    // Nothing ever answers this request, so its limit can be short.
    const brief = connected({ maxAttempts: 1, timeoutMs: 100 });
    const ask = { model: 'models/x', body: {} };
    assert.match((await failure(brief.call('models.countTokens', ask))).message, /100 ms/);
    assert.deepEqual(
      told.map(({ outcome, status }) => [outcome, status]),
      [
        ['answered', 503],
        ['timeout', undefined],
      ],
    );
  });

  it('is refused an endpoint that would get its key in the clear', () => {
    assert.throws(() => connect({ endpoint: 'http://service.example' }), { reason: 'badEndpoint' });
  });
});
