import assert from 'node:assert/strict';
import { followStatus } from '../../../src/auth/followStatus';
import { Emitter } from '../../../src/base/event';
import type { Connection } from '../../../src/service/connection';
import type { EmulatorState } from '../../../src/service/emulator';
import { english } from '../../fakes/l10n';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { settle } from '../../fakes/settle';
import { clientAt, ID, openWindow, ORIGIN } from './oauth/rig';
import { mine } from './setup';

const account: Connection = { id: ID, name: 'Work', endpoint: ORIGIN, auth: 'oauth' };
const other: Connection = { ...account, id: 'bbbb2222', name: 'Home' };

function setUp(first: Connection | undefined) {
  const secrets = new FakeSecretStorage();
  const { accounts, store } = openWindow(secrets);
  const changed = new Emitter<void>();
  const emulatorChanged = new Emitter<EmulatorState>();
  let active = first;
  let loads = 0;
  let load: () => Promise<unknown> = async () => undefined;
  accounts.onDidChange(() => changed.fire());
  const shown: string[] = [];
  const details: string[] = [];
  const follow = () =>
    followStatus(
      {
        connections: {
          get active() {
            return active;
          },
          onDidChange: changed.event,
        },
        emulator: { state: { status: 'stopped' }, onDidChangeState: emulatorChanged.event },
        signIns: async () => {
          loads += 1;
          await load();
          return { accounts };
        },
        l10n: english,
      },
      (text) => {
        shown.push(`${text.icon} ${text.label}`);
        details.push(text.details.join(' '));
      },
    );
  return {
    secrets,
    shown,
    details,
    emulatorChanged,
    follow,
    loads: () => loads,
    loadAs: (work: () => Promise<unknown>): void => {
      load = work;
    },
    use: (connection: Connection | undefined): void => {
      active = connection;
      changed.fire();
    },
    signIn: (id: string, email: string) =>
      store.save(id, {
        session: email,
        client: clientAt('https://id.example'),
        origin: ORIGIN,
        email,
        refreshToken: `canary-refresh-of-${email}`,
        asked: [],
        granted: [],
        signedInAt: 1,
      }),
    signOut: (id: string) => secrets.delete(`oauth.${id}`),
    changed,
  };
}

describe('what the status bar follows', () => {
  for (const auth of ['apiKey', 'adc', 'none'] as const) {
    it(`loads nothing of accounts for the kind ${auth}`, async () => {
      const { follow, use, loads, shown, emulatorChanged } = setUp(undefined);
      follow();
      use({ ...mine, auth });
      emulatorChanged.fire({ status: 'running', port: 1 });
      await settle();
      assert.equal(loads(), 0);
      assert.equal(shown.length, 3);
    });
  }

  it('shows a connection at once, and its account when it was read', async () => {
    const { follow, signIn, shown } = setUp(account);
    await signIn(ID, 'ada@example.com');
    follow();
    assert.deepEqual(shown, ['account Work']);
    await settle();
    assert.equal(shown.at(-1), 'account Work (ada@example.com)');
  });

  it('follows signing in and out, in this window or another', async () => {
    const { follow, signIn, signOut, shown, details } = setUp(account);
    follow();
    await settle();
    assert.equal(shown.at(-1), 'warning Work');
    assert.match(details.at(-1) ?? '', /You are not signed in\./);
    await signIn(ID, 'ada@example.com');
    await settle();
    assert.equal(shown.at(-1), 'account Work (ada@example.com)');
    await signOut(ID);
    await settle();
    assert.equal(shown.at(-1), 'warning Work');
  });

  it('keeps what it shows while it is read anew', async () => {
    const { follow, signIn, shown, changed } = setUp(account);
    await signIn(ID, 'ada@example.com');
    follow();
    await settle();
    const before = shown.length;
    changed.fire();
    await settle();
    assert.ok(shown.length > before);
    assert.deepEqual(new Set(shown.slice(before)), new Set(['account Work (ada@example.com)']));
  });

  it('never shows the account of one connection beside another', async () => {
    const { follow, use, signIn, shown, loadAs } = setUp(account);
    await signIn(ID, 'ada@example.com');
    await signIn(other.id, 'bob@example.com');
    const gate = Promise.withResolvers<undefined>();
    loadAs(() => gate.promise);
    follow();
    // The first answer comes late, after the second.
    loadAs(async () => undefined);
    use(other);
    await settle();
    gate.resolve(undefined);
    await settle();
    assert.deepEqual(shown, ['account Work', 'account Home', 'account Home (bob@example.com)']);
    use(account);
    assert.equal(shown.at(-1), 'account Work');
    await settle();
    assert.equal(shown.at(-1), 'account Work (ada@example.com)');
  });

  it('forgets a late account when the connection needs none any more', async () => {
    const { follow, use, signIn, shown } = setUp(account);
    await signIn(ID, 'ada@example.com');
    follow();
    use(mine);
    await settle();
    assert.deepEqual(shown, ['account Work', 'key Mine']);
  });

  it('says that the secret storage failed, and recovers with the next change', async () => {
    const { follow, secrets, shown, details, changed } = setUp(account);
    secrets.failure = new Error('no keyring: canary');
    follow();
    await settle();
    assert.equal(shown.at(-1), 'warning Work');
    assert.match(details.at(-1) ?? '', /secret storage of this system could not be read\. Unlock/);
    assert.doesNotMatch(details.at(-1) ?? '', /canary/);
    secrets.failure = undefined;
    changed.fire();
    await settle();
    assert.match(details.at(-1) ?? '', /You are not signed in\./);
  });

  it('says what keeps accounts from being loaded', async () => {
    const { follow, shown, details, loadAs } = setUp(account);
    loadAs(() => Promise.reject(new Error('A file of the extension is missing.')));
    follow();
    await settle();
    assert.equal(shown.at(-1), 'warning Work');
    assert.match(details.at(-1) ?? '', /A file of the extension is missing\./);
  });

  it('shows nothing more once it is disposed of', async () => {
    const { follow, shown, changed, signIn } = setUp(account);
    const following = follow();
    following.dispose();
    await signIn(ID, 'ada@example.com');
    changed.fire();
    await settle();
    assert.deepEqual(shown, ['account Work']);
  });
});
