import assert from 'node:assert/strict';
import type { Credential } from '../../../src/api/transport';
import { AppError, CancelledError } from '../../../src/base/errors';
import { ASK, failure, KEY, reasonOf, type RigOptions, Rigs } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('requests on the wire', () => {
  it('carry the key in its header and nowhere else', async () => {
    const { server, client } = await rigs.start((_request, wire) =>
      wire.json(200, { name: 'models/x' }),
    );
    assert.deepEqual(await client.call('models.get', { name: 'models/x' }), { name: 'models/x' });
    const [request] = server.requests;
    assert.equal(request?.target, '/v1beta/models/x');
    assert.equal(request.headers['x-goog-api-key'], KEY);
    assert.equal(request.headers.authorization, undefined);
    assert.equal(request.headers['x-goog-user-project'], undefined);
    assert.equal(request.headers['user-agent'], 'generative-language-vscode');
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
    assert.equal(headers.authorization, 'Bearer ya29.token');
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

  it('ask the credential each time, and pass on what it throws', async () => {
    let asked = 0;
    const { client, server } = await rigs.start((_request, wire) => wire.json(200, {}), {
      credential: () => {
        asked += 1;
        if (asked === 3) return Promise.reject(new CancelledError());
        if (asked === 4) return Promise.reject(new AppError('signInNeeded', 'Sign in.'));
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
    assert.equal((await failure(client.call('models.list', {}))).reason, 'signInNeeded');
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
    assert.equal(second.bytesSent, JSON.stringify(ASK.body).length);
    await client.call('models.get', { name: `models/${KEY}` });
    assert.equal(exchanges[2]?.path, '/v1beta/models/[redacted]');
    assert.doesNotMatch(JSON.stringify(exchanges), /canary/);
  });
});

/** A credential source whose token is replaced when it is refused. */
function renewable(renew: (asked: number) => Promise<boolean>) {
  const state = { token: 'stale-token-0123456789', renewals: 0 };
  const credential = async (): Promise<Credential> => ({
    kind: 'bearer',
    token: state.token,
    renew: async () => {
      state.renewals += 1;
      const renewed = await renew(state.renewals);
      if (renewed) state.token = 'fresh-token-0123456789';
      return renewed;
    },
  });
  return { state, credential };
}

function start(options: RigOptions, answer?: Parameters<Rigs['start']>[0]) {
  return rigs.start((request, wire) => {
    if (request.headers.authorization !== 'Bearer fresh-token-0123456789') {
      return wire.json(401, { error: { code: 401, status: 'UNAUTHENTICATED', message: 'No.' } });
    }
    return answer ? answer(request, wire) : wire.json(200, { totalTokens: 1 });
  }, options);
}

describe('a token that the service refuses', () => {
  it('is renewed once, and the same request sent once more', async () => {
    const { state, credential } = renewable(async () => true);
    const { client, server } = await start({ credential });
    assert.deepEqual(await client.call('models.countTokens', ASK), { totalTokens: 1 });
    assert.equal(state.renewals, 1);
    const [first, second, ...rest] = server.requests;
    assert.deepEqual([second?.target, second?.body], [first?.target, first?.body]);
    assert.equal(rest.length, 0);
  });

  it('ends the call with what the renewal throws, and leaves no socket behind', async () => {
    const { credential } = renewable(() =>
      Promise.reject(new AppError('signedOut', 'Signed out.')),
    );
    const closed: Promise<void>[] = [];
    const { client, exchanges } = await rigs.start(
      async (_request, wire) => {
        closed.push(wire.closed);
        await wire.head(401);
        await wire.chunk('{');
      },
      { credential },
    );
    assert.equal(reasonOf(await failure(client.call('models.list', {}))), 'signedOut');
    await Promise.all(closed);
    assert.deepEqual(
      exchanges.map(({ status, outcome }) => `${status} ${outcome}`),
      ['401 cancelled'],
    );
  });

  it('is left alone where the credential is a key', async () => {
    const { client, server } = await rigs.start((_request, wire) => wire.answer(401, ''));
    assert.equal(reasonOf(await failure(client.call('models.list', {}))), 'unauthenticated');
    assert.equal(server.requests.length, 1);
  });
});
