import assert from 'node:assert/strict';
import { AppError } from '../../../src/base/errors';
import type { Credential } from '../../../src/api/transport';
import { ASK, failure, reasonOf, Rigs, type RigOptions } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

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
