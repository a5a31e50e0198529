import assert from 'node:assert/strict';
import { DEFAULT_SCOPES } from '../../../src/auth/oauthClient';
import { FakeClock } from '../../fakes/clock';
import { failure } from '../api/harness';
import { EMAIL } from '../emulator/identity/signIn';
import { control, useEmulator } from '../emulator/wire';
import { browse, decide, importClient, openWindow, whenWaiting } from './oauthRig';

const forever = (): AbortSignal => new AbortController().signal;

describe('sign-in', () => {
  const emulator = useEmulator({ clock: new FakeClock() });
  afterEach(async () => {
    await control(emulator(), 'POST', 'sign-in', { rotate: false, testing: true, refused: [] });
    await control(emulator(), 'DELETE', 'faults');
  });
  const client = () => importClient(emulator());
  const consent = (url: string, choice?: Parameters<typeof decide>[2]) =>
    decide(emulator(), url, choice);

  it('goes from the page to the tokens, step by step', async () => {
    const window = openWindow();
    const flow = window.signIn(client(), { scopes: DEFAULT_SCOPES });
    const steps: string[] = [];
    flow.onDidStep(({ kind }) => steps.push(kind));
    whenWaiting(flow, async ({ url }) => browse(await consent(url)));
    const signedIn = await flow.run(forever());
    assert.deepEqual(steps, ['preparing', 'waiting', 'exchanging', 'checking']);
    assert.equal(signedIn.email, 'demo@example.com');
    assert.deepEqual(signedIn.missing, []);
    assert.equal(signedIn.isOtherAccount, false);
    assert.deepEqual([...signedIn.granted].sort(), [...DEFAULT_SCOPES, EMAIL, 'openid'].sort());
    assert.equal(signedIn.tokens.expiresInMs, 3_599_000);
    assert.equal(signedIn.tokens.signInEndsInMs, 7 * 24 * 3_600_000);
    assert.deepEqual(
      window.exchanges.map(({ name, status, path }) => `${name} ${status} ${path}`),
      ['oauth.token 200 /token', 'oauth.tokeninfo 200 /tokeninfo'],
    );
  });

  it('asks for what is needed, with a verifier and a state of its own each time', async () => {
    const window = openWindow();
    const seen: URLSearchParams[] = [];
    for (let time = 0; time < 2; time++) {
      const stop = new AbortController();
      const flow = window.signIn(client(), {
        scopes: ['a', 'b', 'a'],
        loginHint: 'ada@example.com',
      });
      whenWaiting(flow, ({ url }) => {
        const page = new URL(url);
        assert.equal(page.origin + page.pathname, client().authUri);
        seen.push(page.searchParams);
        stop.abort();
      });
      assert.equal((await failure(flow.run(stop.signal))).name, 'CancelledError');
    }
    const [first, second] = seen;
    assert.ok(first && second);
    for (const name of ['state', 'code_challenge', 'redirect_uri']) {
      assert.notEqual(first.get(name), second.get(name));
    }
    assert.match(first.get('state') ?? '', /^[\w-]{43}$/);
    assert.match(first.get('code_challenge') ?? '', /^[\w-]{43}$/);
    const rest = ['state', 'code_challenge', 'redirect_uri'];
    assert.deepEqual(Object.fromEntries([...first].filter(([name]) => !rest.includes(name))), {
      client_id: client().id,
      response_type: 'code',
      scope: `openid ${EMAIL} a b`,
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
      include_granted_scopes: 'true',
      login_hint: 'ada@example.com',
    });
    assert.ok(!seen.some((page) => [...page.values()].includes(client().secret)));
  });
});

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
});
