import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import { AppError } from '../../../src/base/errors';
import { EagerClock } from '../../fakes/eagerClock';
import { FakeClock } from '../../fakes/clock';
import { FaultServer, type Script } from '../../fakes/faultServer';
import { OddClock } from '../../fakes/oddClock';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { failure, reasonOf } from '../api/harness';
import { control, useEmulator } from '../emulator/wire';
import { clientAt, ID } from './oauthRig';
import { openAuthService, signIn, type AuthService, type AuthServiceOptions } from './authService';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const MANY = Array.from({ length: 50 }, (_, index) => index);
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

describe('the auth service of a window', () => {
  const emulatorClock = new FakeClock();
  const emulator = useEmulator({ clock: emulatorClock });
  const open: { dispose(): unknown }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.dispose();
    await control(emulator(), 'POST', 'sign-in', { rotate: false });
    await control(emulator(), 'DELETE', 'faults');
    await control(emulator(), 'DELETE', 'log');
  });

  function start(options: Partial<AuthServiceOptions> = {}): AuthService {
    const service = openAuthService({ endpoint: emulator().baseUrl, ...options });
    open.push(service);
    return service;
  }

  async function startSignedIn(options: Partial<AuthServiceOptions> = {}): Promise<AuthService> {
    const service = start(options);
    await signIn(service, emulator());
    return service;
  }

  /** Calls what no key opens, fifty times at once. */
  async function callMany(client: Client): Promise<readonly PromiseSettledResult<unknown>[]> {
    return await Promise.allSettled(MANY.map(() => client.call('corpora.list', {})));
  }

  /** What the emulator was asked since the last look: path and status. */
  async function asked(): Promise<readonly string[]> {
    const { entries } = await control(emulator(), 'GET', 'log');
    await control(emulator(), 'DELETE', 'log');
    return (entries as unknown as readonly { target: string; status: number }[])
      .filter(({ target }) => !target.startsWith('/$emulator'))
      .map(({ target, status }) => `${target.split('?')[0] ?? ''} ${status}`);
  }

  const count = (all: readonly string[], one: string): number =>
    all.filter((text) => text === one).length;

  it('refreshes once for fifty calls with an expired token', async () => {
    const clock = new FakeClock();
    const service = await startSignedIn({ clock });
    const client = await service.client();
    await client.call('corpora.list', {});
    await asked();
    clock.advance(HOUR);
    emulatorClock.advance(HOUR);
    const results = await callMany(client);
    assert.ok(results.every(({ status }) => status === 'fulfilled'));
    const seen = await asked();
    assert.equal(count(seen, '/token 200'), 1);
    assert.equal(count(seen, '/v1beta/corpora 200'), 50);
    assert.equal(seen.length, 51);
  });

  it('refreshes once for fifty calls that are answered 401, and repeats each once', async () => {
    const service = await startSignedIn();
    const client = await service.client();
    await client.call('corpora.list', {});
    await asked();
    await control(emulator(), 'POST', 'expire-tokens', {});
    const results = await callMany(client);
    assert.ok(results.every(({ status }) => status === 'fulfilled'));
    const seen = await asked();
    assert.equal(count(seen, '/token 200'), 1);
    assert.equal(count(seen, '/v1beta/corpora 200'), 50);
    // Those that began after the refresh had the new token at once.
    assert.ok(count(seen, '/v1beta/corpora 401') <= 50);
    assert.deepEqual([service.prompts.asked, service.changes], [[], [ID]]);
  });

  it('asks once to sign in where that helps fifty calls no more, and keeps what is stored', async () => {
    const service = await startSignedIn({ clock: new EagerClock() });
    const { secrets, signIns } = service;
    const client = await service.client();
    await client.call('corpora.list', {});
    await asked();
    await control(emulator(), 'POST', 'expire-tokens', { grants: true });
    const before = await secrets.get(`oauth.${ID}`);
    const closed = Promise.withResolvers<undefined>();
    const shown: string[] = [];
    service.prompts.notify = (_level, message) => {
      shown.push(message);
      return closed.promise;
    };
    const results = await callMany(client);
    const told = results.map((result) => {
      assert.ok(result.status === 'rejected');
      assert.ok(result.reason instanceof AppError);
      assert.equal(result.reason.reason, 'signedOut');
      assert.equal(result.reason.subject?.connection, ID);
      return service.report('corpora.list', result.reason);
    });
    closed.resolve(undefined);
    await Promise.all(told);
    assert.equal(shown.length, 1);
    assert.match(shown[0] ?? '', /every sign-in ends after 7 days/);
    const seen = await asked();
    assert.equal(count(seen, '/token 400'), 1);
    assert.equal(count(seen, '/v1beta/corpora 200'), 0);
    assert.equal(await secrets.get(`oauth.${ID}`), before);
    assert.ok(await (await signIns.load()).accounts.find(ID));
    await signIn(service, emulator());
    await client.call('corpora.list', {});
  });

  it('repeats each of fifty calls once where new tokens are refused too', async () => {
    let tokens = 0;
    const { service, server } = await startAt((request, wire) => {
      if (request.target !== '/token') {
        return wire.json(401, { error: { code: 401, status: 'UNAUTHENTICATED', message: 'No.' } });
      }
      tokens += 1;
      return wire.json(200, { access_token: `token-${tokens}`, expires_in: 3600 });
    });
    const results = await callMany(await service.client());
    const reasons = results.map((one) => one.status === 'rejected' && reasonOf(one.reason));
    assert.deepEqual([...new Set(reasons)], ['unauthenticated']);
    assert.equal(tokens, 2);
    assert.equal(server.requests.length, 2 + 100);
    await failure((await service.client()).call('corpora.list', {}));
    assert.equal(tokens, 2);
  });

  it('has stored a replaced refresh token before the call returns, and the next one works', async () => {
    await control(emulator(), 'POST', 'sign-in', { rotate: true });
    const clock = new FakeClock();
    const service = await startSignedIn({ clock });
    const client = await service.client();
    const kept = new Set<string | undefined>();
    for (let round = 0; round < 3; round += 1) {
      await client.call('corpora.list', {});
      kept.add(await service.secrets.get(`oauth.${ID}`));
      clock.advance(HOUR);
    }
    assert.equal(kept.size, 3);
    // The first call has the token that came with the sign-in.
    assert.equal(service.refreshes(), 1 + 2);
    // Nothing that was fetched is another account's now.
    assert.deepEqual([service.changes, service.dropped], [[ID], [ID]]);
  });

  it('tells of a server of tokens that is busy, and ends no sign-in', async () => {
    let isBusy = true;
    const { service, server } = await startAt(
      async ({ target }, wire) => {
        if (target !== '/token') await wire.json(200, {});
        else if (isBusy) await wire.answer(503, '<html>', { 'content-type': 'text/html' });
        else await wire.json(200, { access_token: 'token-1', expires_in: 3600 });
      },
      { clock: new EagerClock() },
    );
    const before = await service.secrets.get(`oauth.${ID}`);
    const results = await callMany(await service.client());
    const reasons = results.map((one) => one.status === 'rejected' && reasonOf(one.reason));
    assert.deepEqual([...new Set(reasons)], ['tokenServer']);
    assert.deepEqual(
      server.requests.map(({ target }) => target),
      ['/token', '/token', '/token'],
    );
    assert.equal(await service.secrets.get(`oauth.${ID}`), before);
    isBusy = false;
    await (await service.client()).call('corpora.list', {});
  });

  for (const [what, shift] of [
    ['ahead', 10 * MINUTE],
    ['behind', -10 * MINUTE],
  ] as const) {
    it(`makes the first call of a machine whose clock is ten minutes ${what}`, async () => {
      const clock = new OddClock();
      clock.shift = shift;
      const service = await startSignedIn({ clock });
      const client = await service.client();
      await client.call('corpora.list', {});
      await asked();
      // As long as the token lasts by the server's clock, and not a moment longer.
      clock.advance(HOUR - 6 * MINUTE);
      emulatorClock.advance(HOUR - 6 * MINUTE);
      await client.call('corpora.list', {});
      assert.deepEqual(await asked(), ['/v1beta/corpora 200']);
      clock.advance(2 * MINUTE);
      await client.call('corpora.list', {});
      assert.deepEqual(await asked(), ['/token 200', '/v1beta/corpora 200']);
    });
  }

  it('makes the first call after two hours of sleep', async () => {
    const clock = new OddClock();
    const service = await startSignedIn({ clock });
    const client = await service.client();
    await client.call('corpora.list', {});
    await asked();
    emulatorClock.advance(2 * HOUR);
    clock.shift = 2 * HOUR;
    await client.call('corpora.list', {});
    assert.deepEqual(await asked(), ['/token 200', '/v1beta/corpora 200']);
    // A clock that tells nothing of the sleep: the server does.
    emulatorClock.advance(2 * HOUR);
    await client.call('corpora.list', {});
    assert.deepEqual(await asked(), ['/v1beta/corpora 401', '/token 200', '/v1beta/corpora 200']);
  });

  it('keeps a sign-in in memory only where there is no keyring, and says so', async () => {
    const secrets = new FakeSecretStorage();
    secrets.failure = new Error('No keyring.');
    const service = await startSignedIn({ secrets });
    assert.deepEqual(service.failures, [secrets.failure]);
    await (await service.client()).call('corpora.list', {});
    assert.equal(secrets.stored.size, 0);
    const other = start({ secrets });
    const error = await failure((await other.client()).call('corpora.list', {}));
    assert.equal(error.reason, 'secretStorage');
    assert.match(error.hint ?? '', /keyring/);
  });

  /** A window that is signed in at a server that does as it is told. */
  async function startAt(script: Script, options: Partial<AuthServiceOptions> = {}) {
    const server = await FaultServer.start(script);
    const service = start({ endpoint: server.origin, ...options });
    open.push({ dispose: () => server.close() });
    await storeSignIn(service, server.origin);
    return { service, server };
  }
});

/** As a sign-in of an earlier window left it. */
async function storeSignIn({ secrets }: AuthService, origin: string): Promise<void> {
  const signIn = {
    ...{ version: 1, revision: 1, session: 's', signedInAt: 0, asked: [SCOPE], granted: [SCOPE] },
    ...{ client: clientAt(origin), origin, refreshToken: 'canary-refresh-0123456789' },
  };
  await secrets.store(`oauth.${ID}`, JSON.stringify(signIn));
}
