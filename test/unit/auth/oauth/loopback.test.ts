import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { LoopbackReceiver } from '../../../../src/auth/oauth/loopback';
import type { Callback } from '../../../../src/auth/oauth/callback';
import { AppError } from '../../../../src/base/errors';
import { english } from '../../../fakes/l10n';
import { settle } from '../../../fakes/settle';
import { browse } from './rig';

const STATE = 'canary-state-0123456789abcdef';
const CODE = 'canary-code-0123456789';
const ISSUER = 'https://issuer.example';

describe('loopback receiver', () => {
  const open: LoopbackReceiver[] = [];
  afterEach(() => open.splice(0).forEach((receiver) => receiver.dispose()));

  async function start(redirectUri?: (address: string) => string) {
    const receiver = await LoopbackReceiver.open(english);
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
    const { port, pathname, origin } = new URL(address);
    const right = `?state=${STATE}&code=${CODE}`;
    const stray: (readonly [string, Parameters<typeof browse>[1]?])[] = [
      [`${address}?state=wrong&code=${CODE}`],
      [`${address}?code=${CODE}`],
      [`${address}?state=&code=${CODE}`],
      [`${address}?state=${STATE}&state=${STATE}&code=${CODE}`],
      [`${address}?state=${STATE}&code=${CODE}&code=other`],
      [`${address}?state=${STATE}`],
      [`${address}?state=wrong&error=access_denied`],
      [`${address}${right}`, { method: 'POST' }],
      [`${address}${right}`, { method: 'HEAD' }],
      [`${address}${right}`, { method: 'OPTIONS' }],
      [`${origin}/favicon.ico`],
      [`${origin}/${right}`],
      [`${address}/${right}`],
      [`${address}x${right}`],
      [address, { path: `${address}${right}` }],
      [address, { path: `/${pathname}${right}` }],
      [`${address}${right}`, { headers: { host: 'evil.example' } }],
      [`${address}${right}`, { headers: { host: `evil.example:${port}` } }],
      [`${address}${right}`, { headers: { host: `localhost:${port}` } }],
      [`${address}${right}`, { headers: { host: '127.0.0.1' } }],
    ];
    for (const [url, options] of stray) {
      const page = await browse(url, options);
      assert.equal(page.status, 404, `${url} ${JSON.stringify(options)}`);
      assert.equal(page.text, '');
    }
    await Promise.all(Array.from({ length: 100 }, () => browse(`${origin}/favicon.ico`)));
    assert.deepEqual(callbacks, []);
    assert.equal((await browse(address + right)).status, 200);
    assert.deepEqual(await done, { kind: 'code', code: CODE });
  });

  it('refuses two hosts, none or an empty one, and what is no HTTP', async () => {
    const { address, callbacks } = await start();
    const { port, pathname, host } = new URL(address);
    for (const head of [
      `GET ${pathname}?state=${STATE}&code=x HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\n\r\n`,
      `GET ${pathname}?state=${STATE}&code=x HTTP/1.1\r\nHost:\r\n\r\n`,
      `GET ${pathname}?state=${STATE}&code=x HTTP/1.1\r\n\r\n`,
      'nothing at all\r\n\r\n',
    ]) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.resume();
      socket.end(head);
      await once(socket, 'close');
    }
    assert.deepEqual(callbacks, []);
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

  it('takes the host of the address that was announced in its place', async () => {
    const mapped = 'localhost:54321';
    const { address, done } = await start((own) => `http://${mapped}${new URL(own).pathname}`);
    const right = `${address}?state=${STATE}&code=${CODE}`;
    assert.equal((await browse(right, { headers: { host: 'localhost:54322' } })).status, 404);
    assert.equal((await browse(right, { headers: { host: mapped } })).status, 200);
    assert.equal((await done).kind, 'code');
  });

  it('takes the answer whatever else holds connections, and how many', async () => {
    const { address, done } = await start();
    const { port } = new URL(address);
    const idle = Array.from({ length: 200 }, () => connect(Number(port), '127.0.0.1'));
    const [first] = idle;
    assert.ok(first);
    const closed = once(first, 'close');
    for (const socket of idle) socket.on('error', () => undefined);
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    await closed;
    await browse(`${address}?state=${STATE}&code=${CODE}`);
    assert.equal((await done).kind, 'code');
    idle.forEach((socket) => socket.destroy());
  });

  it('is gone afterwards, with its sockets', async () => {
    const { receiver, address } = await start();
    const { port } = new URL(address);
    const idle = connect(Number(port), '127.0.0.1');
    await once(idle, 'connect');
    await settle();
    const closed = once(idle, 'close');
    idle.on('error', () => undefined);
    receiver.dispose();
    await closed;
    await assert.rejects(browse(address), { code: 'ECONNREFUSED' });
  });

  it('still shows the page when it is closed at once', async () => {
    const { receiver, address, done } = await start();
    void done.then(() => receiver.dispose());
    const page = await browse(`${address}?state=${STATE}&code=${CODE}`);
    assert.match(page.text, /You can close this window/);
    await assert.rejects(browse(address), { code: 'ECONNREFUSED' });
  });

  it('goes to the other loopback address where the first one is not to be had', async () => {
    const ipv6 = createServer().listen(0, '::1');
    const has6 = await Promise.race([
      once(ipv6, 'listening').then(() => true),
      once(ipv6, 'error').then(() => false),
    ]);
    ipv6.close();
    // An address of no interface of this machine (RFC 5737).
    const second = has6 ? '::1' : '127.0.0.2';
    const receiver = await LoopbackReceiver.open(english, ['192.0.2.1', second]);
    open.push(receiver);
    assert.ok(receiver.address.startsWith(has6 ? 'http://[::1]:' : 'http://127.0.0.2:'));
    const done = receiver.receive({
      redirectUri: receiver.address,
      state: STATE,
      issuer: ISSUER,
    });
    await browse(`${receiver.address}?state=${STATE}&code=${CODE}`);
    assert.equal((await done).kind, 'code');
  });

  it('says where this machine lets nothing listen', async () => {
    await assert.rejects(
      LoopbackReceiver.open(english, ['192.0.2.1']),
      (error: unknown) => error instanceof AppError && error.reason === 'noLoopback',
    );
  });
});
