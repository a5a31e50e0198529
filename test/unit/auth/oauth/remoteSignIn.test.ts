import assert from 'node:assert/strict';
import { LoopbackReceiver } from '../../../../src/auth/oauth/loopback';
import { FakeClock } from '../../../fakes/clock';
import { failure } from '../../api/harness';
import { useEmulator } from '../../emulator/wire';
import { browse, decide, importClient, openWindow, whenWaiting } from './rig';

const forever = (): AbortSignal => new AbortController().signal;

describe('sign-in in a remote window', () => {
  const emulator = useEmulator({ clock: new FakeClock() });
  const client = () => importClient(emulator());
  const consent = (url: string) => decide(emulator(), url);

  it('announces the address that this machine has for the browser', async () => {
    const mapAddress = (address: string) =>
      Promise.resolve(`http://localhost:54321${new URL(address).pathname}`);
    let local = '';
    const flow = openWindow().signIn(client(), {
      mapAddress: (address) => {
        local = address;
        return mapAddress(address);
      },
    });
    whenWaiting(flow, async ({ url, isReachable }) => {
      assert.equal(isReachable, true);
      const answer = new URL(await consent(url));
      assert.equal(answer.host, 'localhost:54321');
      await browse(local + answer.search, { headers: { host: answer.host } });
    });
    assert.equal((await flow.run(forever())).email, 'demo@example.com');
  });

  it('announces a path that leads to its own, and answers on its own only', async () => {
    let local = '';
    const flow = openWindow().signIn(client(), {
      mapAddress: (address) => {
        local = address;
        const { port, pathname } = new URL(address);
        return Promise.resolve(`http://127.0.0.1:54321/proxy/${port}${pathname}`);
      },
    });
    whenWaiting(flow, async ({ url, isReachable }) => {
      assert.equal(isReachable, true);
      const { host, pathname, search } = new URL(await consent(url));
      assert.ok(pathname.startsWith('/proxy/') && pathname.endsWith(new URL(local).pathname));
      const own = new URL(local).pathname + search;
      const stray = await Promise.all([
        browse(local, { path: pathname + search, headers: { host } }),
        browse(local, { path: own, headers: { host: 'tunnel.example' } }),
        browse(local, { path: own, headers: { host: '127.0.0.1:54322' } }),
      ]);
      assert.deepEqual(
        stray.map(({ status }) => status),
        [404, 404, 404],
      );
      await browse(local, { path: own, headers: { host } });
    });
    assert.equal((await flow.run(forever())).email, 'demo@example.com');
  });

  it('takes the pasted address of a path that leads to its own', async () => {
    const flow = openWindow().signIn(client(), {
      mapAddress: (address) => Promise.resolve(address.replace(/(:\d+)\//, '$1/proxy/')),
    });
    whenWaiting(flow, async ({ url }) => {
      const address = await consent(url);
      assert.throws(() => flow.paste(address.replace('/proxy/', '/')), {
        reason: 'badPastedAddress',
      });
      flow.paste(address);
    });
    assert.equal((await flow.run(forever())).email, 'demo@example.com');
  });

  it('takes the pasted address only, where the machine has none for the browser', async () => {
    const flow = openWindow().signIn(client(), {
      mapAddress: () => Promise.reject(new Error('no tunnel')),
    });
    whenWaiting(flow, async ({ url, isReachable }) => {
      assert.equal(isReachable, false);
      flow.paste(await consent(url));
    });
    assert.equal((await flow.run(forever())).email, 'demo@example.com');
  });

  it('can be cancelled while it asks for that address', async () => {
    const stop = new AbortController();
    const flow = openWindow().signIn(client(), {
      mapAddress: () => {
        stop.abort();
        return new Promise(() => undefined);
      },
    });
    assert.equal((await failure(flow.run(stop.signal))).name, 'CancelledError');
  });

  for (const mapped of [
    'https://tunnel.example/x',
    'http://10.0.0.1:80/x',
    'http://127.0.0.1:1/other',
    'nonsense',
  ]) {
    it(`takes the pasted address only, where it would be ${mapped}`, async () => {
      const flow = openWindow().signIn(client(), { mapAddress: () => Promise.resolve(mapped) });
      whenWaiting(flow, async ({ url, isReachable }) => {
        assert.equal(isReachable, false);
        flow.paste(await consent(url));
      });
      assert.equal((await flow.run(forever())).email, 'demo@example.com');
    });
  }

  it('takes the pasted address only, where nothing may listen', async () => {
    const flow = openWindow().signIn(client(), {
      openReceiver: (l10n) => LoopbackReceiver.open(l10n, ['192.0.2.1']),
    });
    whenWaiting(flow, async ({ url, isReachable }) => {
      assert.equal(isReachable, false);
      flow.paste(await consent(url));
    });
    assert.equal((await flow.run(forever())).email, 'demo@example.com');
  });
});
