import assert from 'node:assert/strict';
import { createClient } from '../../../src/api/client';
import { parseEndpoint } from '../../../src/api/endpoint';
import { UndiciTransport } from '../../../src/api/undiciSenders';
import { systemClock } from '../../../src/base/clock';
import { FakeClock } from '../../fakes/clock';
import { EagerClock } from '../../fakes/eagerClock';
import { settle, settled } from '../../fakes/settle';
import { SharedSecrets } from '../../fakes/sharedSecrets';
import { failure, reasonOf } from '../api/harness';
import { control, useEmulator } from '../emulator/wire';
import { ID, openWindow, ORIGIN, signInAs, type Window } from './oauthRig';

const token = async (window: Window): Promise<string> => {
  const credential = await window.accounts.credential(ID, ORIGIN);
  assert.ok(credential.kind === 'bearer');
  return credential.token;
};

const refreshes = (window: Window): number =>
  window.exchanges.filter(({ name }) => name === 'oauth.token').length;

describe('a signed-in window', () => {
  const emulator = useEmulator();
  afterEach(() => control(emulator(), 'POST', 'sign-in', { rotate: false, testing: true }));

  /** A client of the emulator that signs with the window's account. */
  const clientOf = (window: Window) =>
    createClient({
      transport: new UndiciTransport({
        endpoint: parseEndpoint(emulator().baseUrl),
        credential: (_need, signal) =>
          window.accounts.credential(ID, ORIGIN, signal === undefined ? {} : { signal }),
      }),
      preferredVersion: 'v1beta',
      retry: { maxAttempts: 1 },
    });

  it('knows its accounts, without their secrets', async () => {
    const window = openWindow();
    assert.deepEqual(await window.accounts.list(), []);
    await signInAs(window, emulator());
    const [account, ...others] = await window.accounts.list();
    assert.equal(others.length, 0);
    assert.equal(account?.email, 'demo@example.com');
    assert.equal(account.origin, ORIGIN);
    assert.ok(account.endsAt !== undefined && account.endsAt > account.signedInAt);
    const text = JSON.stringify(account);
    assert.ok(![...window.seen].some((secret) => text.includes(secret)));
    assert.deepEqual(new Set(window.changes), new Set([ID]));
  });

  it('stores a replaced refresh token before the call returns', async () => {
    await control(emulator(), 'POST', 'sign-in', { rotate: true });
    const window = openWindow();
    await signInAs(window, emulator());
    const before = await window.store.read(ID);
    const clock = new FakeClock();
    const other = openWindow(window.secrets, clock, systemClock);
    await token(other);
    const after = await window.store.read(ID);
    assert.notEqual(after?.refreshToken, before?.refreshToken);
    assert.equal(after?.session, before?.session);
    clock.advance(3_600_000);
    await token(other);
    assert.equal((await window.store.read(ID))?.revision, 3);
  });

  it('asks for what ended sign-ins need, names the seven days, and keeps what is stored', async () => {
    const window = openWindow(undefined, new EagerClock(), systemClock);
    await signInAs(window, emulator(), {}, { clock: systemClock });
    await control(emulator(), 'POST', 'expire-tokens', { grants: true });
    const stored = await window.store.read(ID);
    const other = openWindow(window.secrets, new EagerClock(), systemClock);
    const ends: string[] = [];
    other.accounts.onDidChangeEnd((id) => ends.push(id));
    const errors = await Promise.all(Array.from({ length: 50 }, () => failure(token(other))));
    assert.deepEqual([...new Set(errors.map(reasonOf))], ['signedOut']);
    assert.match(errors[0]?.hint ?? '', /7 days/);
    const asked = refreshes(other);
    assert.equal(reasonOf(await failure(token(other))), 'signedOut');
    assert.equal(refreshes(other), asked);
    assert.deepEqual(await window.store.read(ID), stored);
    // Fifty refusals are one end, which a new sign-in takes away.
    assert.deepEqual(ends, [ID]);
    assert.equal((await other.accounts.find(ID))?.isEnded, true);
    await signInAs(window, emulator(), {}, { clock: systemClock });
    assert.ok(await token(other));
    assert.equal((await other.accounts.find(ID))?.isEnded, undefined);
  });

  it('signs out at the server, after which the token is refused', async () => {
    const window = openWindow();
    await signInAs(window, emulator());
    const client = clientOf(window);
    await client.call('models.list', {});
    const credential = await window.accounts.credential(ID, ORIGIN);
    assert.deepEqual(await window.accounts.signOut(ID), {});
    const revocation = window.exchanges.at(-1);
    assert.deepEqual(
      [revocation?.name, revocation?.path, revocation?.status],
      ['oauth.revoke', '/revoke', 200],
    );
    assert.equal(reasonOf(await failure(client.call('models.list', {}))), 'notSignedIn');
    assert.equal(await window.store.read(ID), undefined);
    const old = new UndiciTransport({
      endpoint: parseEndpoint(emulator().baseUrl),
      credential: () => Promise.resolve(credential),
    });
    const late = createClient({ transport: old, preferredVersion: 'v1beta' });
    // A call that still has the token ends cleanly: the token is refused, and there is no other.
    assert.equal(reasonOf(await failure(late.call('models.list', {}))), 'notSignedIn');
    await late.close();
    await client.close();
    assert.deepEqual(await window.accounts.signOut(ID), {});
  });
});

describe('two windows', () => {
  const emulator = useEmulator();

  async function twoWindows() {
    await control(emulator(), 'POST', 'sign-in', { rotate: true });
    const shared = new SharedSecrets();
    const clocks = [new FakeClock(), new FakeClock()] as const;
    const one = openWindow(shared.window(), clocks[0], systemClock);
    const other = openWindow(shared.window(), clocks[1], systemClock);
    await settled(signInAs(one, emulator()));
    return { shared, one, other, clocks };
  }

  /** Lets waits on the fake clocks pass until the work is done. */
  async function through<T>(work: Promise<T>, clocks: readonly FakeClock[]): Promise<T> {
    const state = { isOver: false };
    const done = work.finally(() => (state.isOver = true));
    done.catch(() => undefined);
    while (!state.isOver) {
      await settle();
      for (const clock of clocks) clock.advance(10);
    }
    return done;
  }

  it('stay both signed in where one has read a refresh token that the other replaced', async () => {
    const { shared, one, other, clocks } = await twoWindows();
    const old = await one.store.read(ID);
    await through(token(other), clocks);
    const late = openWindow(shared.window());
    const read = late.store.read.bind(late.store);
    const early = [old, old];
    late.store.read = (id) => (early.length > 0 ? Promise.resolve(early.pop()) : read(id));
    assert.ok(await token(late));
    assert.deepEqual(
      late.exchanges.map(({ status }) => status),
      [400, 200],
    );
  });
});
