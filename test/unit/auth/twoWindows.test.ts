import assert from 'node:assert/strict';
import { FakeClock } from '../../fakes/clock';
import { SharedSecrets } from '../../fakes/sharedSecrets';
import { settle } from '../../fakes/settle';
import { failure, reasonOf } from '../api/harness';
import { control, useEmulator } from '../emulator/wire';
import { openAuthService, signIn, type AuthService } from './authService';
import { ID } from './oauthRig';

const HOUR = 3_600_000;

describe('the auth services of two windows', () => {
  const emulator = useEmulator();
  const open: AuthService[] = [];
  afterEach(async () => {
    for (const service of open.splice(0)) service.dispose();
    await control(emulator(), 'POST', 'sign-in', { rotate: false });
    await control(emulator(), 'DELETE', 'faults');
  });

  /** Both over one secret storage that takes its time; the first one signs in. */
  async function start() {
    const shared = new SharedSecrets();
    const clocks = [new FakeClock(), new FakeClock()] as const;
    const window = (clock: FakeClock): AuthService => {
      const service = openAuthService({
        endpoint: emulator().baseUrl,
        secrets: shared.window(),
        clock,
      });
      open.push(service);
      return service;
    };
    const [one, other] = [window(clocks[0]), window(clocks[1])];
    await signIn(one, emulator());
    await eventsCame();
    const calls = [await one.client(), await other.client()].map(
      (client) => () => client.call('corpora.list', {}),
    );
    const [callOne = failed, callOther = failed] = calls;
    return { shared, clocks, one, other, callOne, callOther };
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
    return await done;
  }

  it('both go on when one of them loses the race for a replaced token', async () => {
    await control(emulator(), 'POST', 'sign-in', { rotate: true });
    const { shared, clocks, other, callOne, callOther } = await start();
    await through(callOther(), clocks);
    const before = shared.stored.get(`oauth.${ID}`) ?? '';
    for (const clock of clocks) clock.advance(HOUR);
    await through(callOne(), clocks);
    const newer = shared.stored.get(`oauth.${ID}`) ?? '';
    assert.notEqual(newer, before);
    // The other one reads the token of before, and the newer one comes a moment later.
    shared.stored.set(`oauth.${ID}`, before);
    const losing = callOther();
    await settle();
    shared.stored.set(`oauth.${ID}`, newer);
    await through(losing, clocks);
    assert.deepEqual(
      other.exchanges.map(({ status }) => status),
      [200, 400, 200],
    );
    const last = JSON.parse(shared.stored.get(`oauth.${ID}`) ?? '{}') as { revision: number };
    assert.equal(last.revision, (JSON.parse(newer) as { revision: number }).revision + 1);
  });

  it('are signed out together, within one event', async () => {
    const { shared, one, other, callOne, callOther } = await start();
    await callOne();
    await callOther();
    const told = Promise.withResolvers<string>();
    other.credentials.onDidChange(told.resolve);
    const { accounts } = await one.signIns.load();
    const [outcome, id] = await Promise.all([accounts.signOut(ID), told.promise]);
    assert.deepEqual([outcome, id, other.dropped.at(-1)], [{}, ID, ID]);
    assert.equal(shared.stored.size, 0);
    for (const call of [callOne, callOther]) {
      const error = await failure(call());
      assert.equal(reasonOf(error), 'notSignedIn');
      assert.equal(Reflect.get(error, 'subject') !== undefined, true);
    }
    assert.deepEqual([one.failures, other.failures], [[], []]);
  });
});

/** The storage takes its time, and so do its events and what is read after them. */
async function eventsCame(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await settle();
}

const failed = (): Promise<never> => Promise.reject(new Error('There is no such window.'));
