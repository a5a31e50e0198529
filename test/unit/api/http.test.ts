import assert from 'node:assert/strict';
import { UndiciHttp, type HttpExchangeFacts } from '../../../src/api/undiciSenders';
import type { HttpRequest } from '../../../src/api/transport';
import { FakeClock } from '../../fakes/clock';
import { selfSigned } from '../../fakes/certificate';
import { ConnectProxy } from '../../fakes/connectProxy';
import { FaultServer, type Script } from '../../fakes/faultServer';
import { leaks } from '../../fakes/canary';
import { failure, reasonOf } from './harness';

const SECRET = 'canary-secret-0123456789';

describe('small requests to other servers', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });

  async function rig(script: Script, clock?: FakeClock) {
    const server = await FaultServer.start(script);
    open.push(server);
    const http = new UndiciHttp(clock ? { clock } : {});
    const exchanges: HttpExchangeFacts[] = [];
    http.onDidExchange((exchange) => exchanges.push(exchange));
    const request: HttpRequest = {
      name: 'oauth.token',
      method: 'POST',
      url: new URL('/token', server.origin),
      form: new URLSearchParams({ a: 'b c', secret: SECRET }),
      timeoutMs: 10_000,
      secrets: [SECRET],
    };
    return { server, http, exchanges, request };
  }

  it('carry a form and no credential, and close their connection', async () => {
    const closed: Promise<void>[] = [];
    const { server, http, exchanges, request } = await rig((_request, wire) => {
      closed.push(wire.closed);
      return wire.json(200, { ok: true });
    });
    const answer = await http.send(request);
    assert.deepEqual([answer.status, answer.text], [200, '{"ok":true}']);
    const [seen] = server.requests;
    assert.equal(seen?.target, '/token');
    assert.equal(seen.body, `a=b+c&secret=${SECRET}`);
    assert.equal(seen.headers['content-type'], 'application/x-www-form-urlencoded');
    assert.equal(seen.headers.authorization, undefined);
    await Promise.all(closed);
    assert.deepEqual(
      exchanges.map(({ name, path, status, outcome }) => ({ name, path, status, outcome })),
      [{ name: 'oauth.token', path: '/token', status: 200, outcome: 'answered' }],
    );
    assert.deepEqual(leaks(exchanges, [SECRET]), []);
  });

  it('go through the proxy and name it, but for those that must not', async () => {
    const { server, exchanges, request } = await rig((_request, wire) => wire.json(200, {}));
    const certificate = selfSigned('localhost');
    const secured = await FaultServer.start((_request, wire) => wire.json(200, {}), certificate);
    const { port } = new URL(secured.origin);
    const proxy = await ConnectProxy.start(Number(port));
    open.push(secured, proxy);
    const address = `127.0.0.1:${proxy.port}`;
    const network = {
      proxy: `http://user:${SECRET}@${address}`,
      noProxy: ['<-loopback>'],
      certificates: [certificate.cert],
    };
    const http = new UndiciHttp({ network: () => network });
    http.onDidExchange((exchange) => exchanges.push(exchange));
    await http.send({ ...request, url: new URL(`https://localhost:${port}/token`) });
    await http.send({ ...request, direct: true });
    http.dispose();
    assert.equal(server.requests.length, 1);
    assert.deepEqual(
      exchanges.map((one) => one.proxy),
      [address, undefined],
    );
    assert.equal(proxy.tunnels.length, 1);
    assert.deepEqual(leaks(exchanges, [SECRET]), []);
  });

  it('end with their limit of time, also while the body comes', async () => {
    const clock = new FakeClock();
    const { http, request } = await rig(async (_request, wire) => {
      await wire.head(200);
      await wire.chunk('{');
      clock.advance(10_000);
    }, clock);
    const error = await failure(http.send(request));
    assert.match(String(reasonOf(error)), /^(timeout|idle)$/);
    assert.deepEqual(leaks(error, [SECRET]), []);
  });

  it('are not sent on by a redirect', async () => {
    const { server, http, request } = await rig((_request, wire) =>
      wire.answer(307, '', { location: '/elsewhere' }),
    );
    assert.equal(reasonOf(await failure(http.send(request))), 'redirect');
    assert.equal(server.requests.length, 1);
  });

  it('read no more of an answer than 64 KiB, or than they say', async () => {
    const { http, request } = await rig((_request, wire) =>
      wire.answer(200, Buffer.alloc(64 * 1024 + 1)),
    );
    assert.equal(reasonOf(await failure(http.send(request))), 'tooLarge');
    const answerBytes = 64 * 1024 + 1;
    assert.equal((await http.send({ ...request, answerBytes })).text.length, answerBytes);
    const less = http.send({ ...request, answerBytes: answerBytes - 1 });
    assert.equal(reasonOf(await failure(less)), 'tooLarge');
  });
});
