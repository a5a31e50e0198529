import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import {
  type AuthorizationCodeFlow,
  type AuthorizationCodeFlowDeps,
  WAIT_LIMIT,
} from '../../../src/auth/authorizationCodeFlow';
import { type Callback, LoopbackReceiver } from '../../../src/auth/loopbackReceiver';
import { FALLBACK_SCOPES } from '../../../src/auth/oauthClient';
import { FakeClock } from '../../fakes/clock';
import { settle } from '../../fakes/settle';
import { failure } from '../api/harness';
import { control, useEmulator } from '../emulator/wire';
import { browse, decide, importClient, openWindow, whenWaiting } from './oauthRig';

const STATE = 'canary-state-0123456789abcdef';
const CODE = 'canary-code-0123456789';
const ISSUER = 'https://issuer.example';

describe('loopback receiver', () => {
  const open: LoopbackReceiver[] = [];
  afterEach(() => open.splice(0).forEach((receiver) => receiver.dispose()));

  async function start(redirectUri?: (address: string) => string) {
    const receiver = await LoopbackReceiver.open();
    open.push(receiver);
    const callbacks: Callback[] = [];
    const { address } = receiver;
    const expected = {
      redirectUri: redirectUri?.(address) ?? address,
      state: STATE,
      issuer: ISSUER,
    };
    const done = receiver.receive(expected).then((callback) => {
      callbacks.push(callback);
      return callback;
    });
    return { receiver, address, callbacks, done };
  }

  it('listens on this machine only, on a new port and path each time', async () => {
    const [one, other] = [await start(), await start()];
    for (const { address } of [one, other]) {
      assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}$/);
    }
    assert.notEqual(new URL(one.address).port, new URL(other.address).port);
    assert.notEqual(new URL(one.address).pathname, new URL(other.address).pathname);
  });

  it('takes a code, and shows a page without anything of it', async () => {
    const { address, done } = await start();
    const page = await browse(`${address}?state=${STATE}&code=${CODE}&iss=${ISSUER}`);
    assert.deepEqual(await done, { kind: 'code', code: CODE });
    assert.equal(page.status, 200);
    assert.match(page.text, /You can close this window/);
    assert.doesNotMatch(page.text, /canary|<script|<img|https?:/);
    assert.match(String(page.headers['content-security-policy']), /^default-src 'none'/);
    assert.equal(page.headers['referrer-policy'], 'no-referrer');
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.equal(page.headers.connection, 'close');
    assert.equal(page.headers.location, undefined);
  });

  it('ignores everything else, and still takes the real answer', async () => {
    const { address, callbacks, done } = await start();
    const { port, origin } = new URL(address);
    const right = `?state=${STATE}&code=${CODE}`;
    const stray: (readonly [string, Parameters<typeof browse>[1]?])[] = [
      [`${address}?state=wrong&code=${CODE}`],
      [`${address}?code=${CODE}`],
      [`${address}?state=${STATE}&state=${STATE}&code=${CODE}`],
      [`${address}?state=${STATE}&code=${CODE}&code=other`],
      [`${address}?state=${STATE}`],
      [`${address}${right}`, { method: 'POST' }],
      [`${origin}/${right}`],
      [address, { path: `${address}${right}` }],
      [`${address}${right}`, { headers: { host: `evil.example:${port}` } }],
      [`${address}${right}`, { headers: { host: `localhost:${port}` } }],
    ];
    for (const [url, options] of stray) {
      const page = await browse(url, options);
      assert.equal(page.status, 404, `${url} ${JSON.stringify(options)}`);
      assert.equal(page.text, '');
    }
    assert.deepEqual(callbacks, []);
    assert.equal((await browse(address + right)).status, 200);
    assert.deepEqual(await done, { kind: 'code', code: CODE });
  });

  it('takes one code only', async () => {
    const { address, callbacks } = await start();
    assert.equal((await browse(`${address}?state=${STATE}&code=${CODE}`)).status, 200);
    assert.equal((await browse(`${address}?state=${STATE}&code=second`)).status, 404);
    assert.deepEqual(callbacks, [{ kind: 'code', code: CODE }]);
  });

  for (const [query, reason] of [
    ['error=access_denied', 'accessDenied'],
    ['error=invalid_scope', 'invalidScope'],
    ['error=admin_policy_enforced', 'policy'],
    ['error=%3Cscript%3E', 'signInFailed'],
    [`code=${CODE}&iss=https://evil.example`, 'otherIssuer'],
  ] as const) {
    it(`ends with ${reason} after ${query.replace(CODE, 'CODE')}`, async () => {
      const { address, done } = await start();
      const page = await browse(`${address}?state=${STATE}&${query}`);
      assert.match(page.text, /was not completed/);
      assert.doesNotMatch(page.text, /script|denied|canary/);
      const callback = await done;
      assert.equal(callback.kind === 'refused' && callback.error.reason, reason);
      assert.doesNotMatch(callback.kind === 'refused' ? callback.error.message : '', /script/);
    });
  }
});

/** Whether anything takes connections at an address. */
async function listensAt(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname.replaceAll(/[[\]]/g, ''));
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ECONNREFUSED');
    return false;
  } finally {
    socket.destroy();
  }
}

/** How many servers of this process listen. */
const listeners = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

interface End {
  /** What is done once the browser is waited for; the address is that of the page. */
  readonly act: (url: string, flow: AuthorizationCodeFlow, stop: AbortController) => unknown;
  readonly deps?: Partial<AuthorizationCodeFlowDeps>;
  /** Of the error, or undefined where the sign-in succeeds. */
  readonly ends?: string;
}

describe('the port of a sign-in', () => {
  const emulator = useEmulator({ clock: new FakeClock() });
  afterEach(() => control(emulator(), 'DELETE', 'faults'));
  const clock = new FakeClock();

  const answered = async (url: string): Promise<unknown> => browse(await decide(emulator(), url));
  const ends: { readonly [how: string]: End } = {
    'the answer of the browser': { act: answered },
    'a pasted address': {
      act: async (url, flow) => flow.paste(await decide(emulator(), url)),
    },
    'a refusal on the page': {
      act: async (url) => browse(await decide(emulator(), url, { decision: 'deny' })),
      ends: 'accessDenied',
    },
    'a new start and the answer to that': {
      act: async (url, flow) => {
        if (url.includes(encodeURIComponent(FALLBACK_SCOPES[1] ?? ''))) await answered(url);
        else flow.restart(FALLBACK_SCOPES);
      },
    },
    'a cancellation': { act: (_url, _flow, stop) => stop.abort(), ends: 'CancelledError' },
    'five minutes without an answer': {
      act: () => setImmediate(() => clock.advance(WAIT_LIMIT)),
      deps: { clock },
      ends: 'signInTimeout',
    },
    'a request that could not be made': {
      act: () => undefined,
      deps: { authorize: () => Promise.reject(new Error('No random numbers.')) },
      ends: 'Error',
    },
  };

  for (const [how, { act, deps = {}, ends: reason }] of Object.entries(ends)) {
    it(`is closed after ${how}`, async () => {
      const before = listeners();
      const addresses: string[] = [];
      const stop = new AbortController();
      const flow = openWindow().signIn(importClient(emulator()), {
        openReceiver: async () => {
          const receiver = await LoopbackReceiver.open();
          addresses.push(receiver.address);
          assert.equal(await listensAt(receiver.address), true);
          return receiver;
        },
        ...deps,
      });
      whenWaiting(flow, async ({ url }) => {
        // One at a time, and none of an earlier start.
        await settle();
        assert.equal(listeners(), before + 1);
        await act(url, flow, stop);
      });
      // Whatever comes after the answer needs no port any more.
      const early: Promise<boolean>[] = [];
      flow.onDidStep(({ kind }) => {
        if (kind === 'exchanging') early.push(...addresses.map(listensAt));
      });
      if (reason === undefined) {
        await flow.run(stop.signal);
      } else {
        const error = await failure(flow.run(stop.signal));
        assert.equal(error.reason ?? error.name, reason);
      }
      await settle();
      assert.equal(listeners(), before);
      assert.ok(addresses.length > 0);
      for (const address of addresses) assert.equal(await listensAt(address), false);
      assert.ok((await Promise.all(early)).every((isOpen) => !isOpen));
      assert.equal(clock.pending, 0);
    });
  }
});
