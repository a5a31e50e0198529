import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { LoopbackReceiver } from '../../../../src/auth/oauth/loopback';
import { FALLBACK_SCOPES } from '../../../../src/auth/oauth/scopes';
import { WAIT_LIMIT, type SignIn, type SignInParts } from '../../../../src/auth/oauth/signIn';
import { FakeClock } from '../../../fakes/clock';
import { settle } from '../../../fakes/settle';
import { failure } from '../../api/harness';
import { control, useEmulator } from '../../emulator/wire';
import { browse, decide, importClient, openWindow, whenWaiting } from './rig';

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
  readonly act: (url: string, flow: SignIn, stop: AbortController) => unknown;
  readonly parts?: Partial<SignInParts>;
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
    'an answer of another server': {
      act: async (url) => {
        const address = new URL(await decide(emulator(), url));
        address.searchParams.set('iss', 'https://evil.example');
        await browse(address.href);
      },
      ends: 'otherIssuer',
    },
    'a code that is not accepted': {
      act: async (url) => {
        const address = new URL(await decide(emulator(), url));
        address.searchParams.set('code', 'another');
        await browse(address.href);
      },
      ends: 'signInFailed',
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
      parts: { clock },
      ends: 'signInTimeout',
    },
    'a request that could not be made': {
      act: () => undefined,
      parts: { authorize: () => Promise.reject(new Error('No random numbers.')) },
      ends: 'Error',
    },
  };

  for (const [how, { act, parts = {}, ends: reason }] of Object.entries(ends)) {
    it(`is closed after ${how}`, async () => {
      const before = listeners();
      const addresses: string[] = [];
      const stop = new AbortController();
      const flow = openWindow().signIn(importClient(emulator()), {
        openReceiver: async (l10n) => {
          const receiver = await LoopbackReceiver.open(l10n);
          addresses.push(receiver.address);
          assert.equal(await listensAt(receiver.address), true);
          return receiver;
        },
        ...parts,
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

  it('is one of the other loopback address where the first one is not to be had', async () => {
    // A machine without IPv6 has other addresses of its own below 127.0.0.0/8.
    const probe = createServer().listen(0, '::1');
    const hasIpv6 = await Promise.race([
      once(probe, 'listening').then(() => true),
      once(probe, 'error').then(() => false),
    ]);
    probe.close();
    const host = hasIpv6 ? '::1' : '127.0.0.2';
    const flow = openWindow().signIn(importClient(emulator()), {
      openReceiver: (l10n) => LoopbackReceiver.open(l10n, ['192.0.2.1', host]),
    });
    let redirect = '';
    whenWaiting(flow, async ({ url, isReachable }) => {
      redirect = new URL(url).searchParams.get('redirect_uri') ?? '';
      // The rule of the announced address is that of the receiver: an IP literal.
      if (isReachable) await answered(url);
      else flow.paste(await decide(emulator(), url));
    });
    assert.equal((await flow.run(new AbortController().signal)).email, 'demo@example.com');
    assert.equal(new URL(redirect).hostname, hasIpv6 ? '[::1]' : '127.0.0.2');
    assert.equal(await listensAt(redirect), false);
  });
});
