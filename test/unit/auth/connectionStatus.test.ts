import assert from 'node:assert/strict';
import { type AccountState, followStatus, statusText } from '../../../src/auth/connectionStatus';
import { Emitter } from '../../../src/base/event';
import type { Connection } from '../../../src/service/connection';
import type { EmulatorState } from '../../../src/service/emulator';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { settled } from '../../fakes/settle';
import { clientAt, ID, openWindow, ORIGIN } from './oauthRig';
import { ENDPOINT, mine } from './setup';

const emulator: Connection = {
  id: 'emulator',
  name: 'Built-in Emulator',
  endpoint: 'http://127.0.0.1',
  auth: 'apiKey',
};
const accountOf: Connection = { id: 'cccc3333', name: 'Work', endpoint: ENDPOINT, auth: 'oauth' };
const UNKNOWN: AccountState = { kind: 'unknown' };
const STOPPED: EmulatorState = { status: 'stopped' };

const as = (email: string): AccountState => ({ kind: 'signedIn', origin: ENDPOINT, email });

describe('status bar', () => {
  const rows: readonly (readonly [Connection | undefined, EmulatorState, string, RegExp])[] = [
    [undefined, STOPPED, 'plug No Connection', /Gemini API: not connected\. Click to connect\./],
    [mine, STOPPED, 'key Mine', /generativelanguage\.googleapis\.com/],
    [emulator, STOPPED, 'beaker Built-in Emulator', /starts on first use/],
    [
      emulator,
      { status: 'starting' },
      'loading~spin Built-in Emulator',
      /Gemini API: starting the built-in emulator…$/,
    ],
    [emulator, { status: 'running', port: 4711 }, 'beaker Built-in Emulator :4711', /port 4711/],
    [emulator, { status: 'failed', message: 'No.' }, 'warning Built-in Emulator', /No\.$/],
    [
      mine,
      { status: 'running', port: 4711 },
      'key Mine',
      /The built-in emulator is also running on port 4711\./,
    ],
  ];
  for (const [connection, state, shown, detail] of rows) {
    it(`shows ${shown}`, () => {
      const text = statusText(connection, state, UNKNOWN);
      assert.equal(`${text.icon} ${text.label}`, shown);
      assert.match(text.details.join('\n'), detail);
    });
  }

  const accounts: readonly (readonly [string, AccountState, string, RegExp])[] = [
    [
      'signed in',
      as('ada@example.com'),
      'account Work (ada@example.com)',
      /account ada@example\.com\.$/m,
    ],
    [
      'signed in with a long name',
      as('augusta.ada.king.lovelace@example.com'),
      'account Work (augusta.ada.king.lovela…)',
      /account augusta\.ada\.king\.lovelace@example\.com\.$/m,
    ],
    [
      'turned down',
      { kind: 'signedIn', origin: ENDPOINT, email: 'ada@example.com', isEnded: true },
      'warning Work (ada@example.com)',
      /^The sign-in has expired or was revoked\. Sign in again\.$/m,
    ],
    ['signed out', { kind: 'signedOut' }, 'warning Work', /^You are not signed in\.$/m],
    [
      'not to be read',
      { kind: 'unreadable', message: 'The storage failed.' },
      'warning Work',
      /^The storage failed\.$/m,
    ],
    [
      'of another origin',
      { kind: 'signedIn', origin: 'https://other.example' },
      'warning Work',
      /The sign-in is sent elsewhere only if you allow it\./,
    ],
  ];
  for (const [title, state, shown, detail] of accounts) {
    it(`shows an account that is ${title}`, () => {
      const text = statusText(accountOf, STOPPED, state);
      assert.equal(`${text.icon} ${text.label}`, shown);
      assert.match(text.details.join('\n'), detail);
    });
  }
});

const account: Connection = { id: ID, name: 'Work', endpoint: ORIGIN, auth: 'oauth' };

function setUp(active: Connection) {
  const secrets = new FakeSecretStorage();
  const { accounts, store } = openWindow(secrets);
  const changed = new Emitter<void>();
  const emulatorChanged = new Emitter<EmulatorState>();
  accounts.onDidChange(() => changed.fire());
  const shown: string[] = [];
  const details: string[] = [];
  const follow = () =>
    followStatus(
      {
        connections: { active, onDidChange: changed.event },
        emulator: { state: { status: 'stopped' }, onDidChangeState: emulatorChanged.event },
        signIns: async () => ({ accounts }),
      },
      (text) => {
        shown.push(`${text.icon} ${text.label}`);
        details.push(text.details.join(' '));
      },
    );
  return {
    shown,
    details,
    follow,
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
  };
}

describe('what the status bar follows', () => {
  it('shows a connection at once, and its account when it was read', async () => {
    const { follow, signIn, shown } = setUp(account);
    await signIn(ID, 'ada@example.com');
    follow();
    await settled(assert.deepEqual(shown, ['account Work']));
    assert.equal(shown.at(-1), 'account Work (ada@example.com)');
  });

  it('follows signing in and out, in this window or another', async () => {
    const { follow, signIn, signOut, shown, details } = setUp(account);
    await settled(follow());
    assert.equal(shown.at(-1), 'warning Work');
    assert.match(details.at(-1) ?? '', /You are not signed in\./);
    await settled(signIn(ID, 'ada@example.com'));
    assert.equal(shown.at(-1), 'account Work (ada@example.com)');
    await settled(signOut(ID));
    assert.equal(shown.at(-1), 'warning Work');
  });
});
