import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import { AppError } from '../../../src/base/errors';
import { EagerClock } from '../../fakes/eagerClock';
import { FakeClock } from '../../fakes/clock';
import { control, useEmulator } from '../emulator/wire';
import { ID } from './oauthRig';
import { openAuthService, signIn, type AuthService, type AuthServiceOptions } from './authService';

const MANY = Array.from({ length: 50 }, (_, index) => index);

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
});
