import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { NetworkSettings } from '../../../src/api/transport';
import { proxyFor, proxySecrets } from '../../../src/api/undici/proxy';
import { selfSigned } from '../../fakes/certificate';
import { ConnectProxy } from '../../fakes/connectProxy';
import { FaultServer, type Script } from '../../fakes/faultServer';
import { failure, KEY, Rigs } from './harness';

const PROXY = 'http://proxy.example:3128';

describe('choice of the proxy', () => {
  const target = new URL('https://api.service.example');
  const choose = (url: URL, noProxy: readonly string[], proxy = PROXY): string | undefined =>
    proxyFor(url, { proxy, noProxy })?.href;

  it('is none where none is set', () => {
    assert.equal(proxyFor(target, {}), undefined);
    assert.equal(proxyFor(target, { proxy: ' ' }), undefined);
  });

  it('spares the exceptions', () => {
    const spared = ['*', 'service.example', '*.service.example', 'SERVICE.example:443'];
    for (const entry of spared) assert.equal(choose(target, [entry]), undefined, entry);
    const others = ['ervice.example', 'other.example', 'service.example:8443'];
    for (const entry of others) assert.equal(choose(target, [entry]), `${PROXY}/`, entry);
    assert.equal(choose(new URL('https://10.0.0.1'), ['10.0.0.1']), undefined);
    assert.equal(choose(new URL('https://10.0.0.1'), ['0.0.1']), `${PROXY}/`);
    assert.equal(choose(new URL('https://[fe80::1]'), ['[fe80::1]']), undefined);
  });

  it('spares this machine unless told otherwise', () => {
    for (const url of ['http://127.0.0.1:99', 'http://localhost', 'http://[::1]:5']) {
      assert.equal(choose(new URL(url), []), undefined, url);
      assert.equal(choose(new URL(url), ['<-loopback>']), `${PROXY}/`, url);
    }
  });

  it('tells its password, also without a scheme', () => {
    assert.equal(proxySecrets({ proxy: 'http://user:canary@proxy.example' })[1], 'canary');
    assert.equal(proxySecrets({ proxy: ' user:canary@proxy.example:3128' })[1], 'canary');
    for (const proxy of [PROXY, '', ':::canary', 'http://user@proxy.example']) {
      assert.equal(proxySecrets({ proxy })[1], '', proxy);
    }
    assert.equal(proxySecrets({})[1], '');
  });

  it('refuses what is no proxy, without repeating it', () => {
    for (const proxy of ['ftp://h', 'http://', 'http://user:canary@', ':::canary']) {
      assert.throws(
        () => choose(target, [], proxy),
        (error: unknown) => {
          assert.ok(error instanceof Error);
          assert.doesNotMatch(error.message, /canary/);
          return 'reason' in error && error.reason === 'proxy';
        },
        proxy,
      );
    }
  });
});

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

const HOST = 'service.test';
const certificate = selfSigned(HOST);
const answer: Script = (_request, wire) => wire.json(200, { name: 'models/x' });

/** A TLS server for a name that only the proxy knows, and the proxy before it. */
async function behindProxy(
  settings: Omit<NetworkSettings, 'proxy'>,
  options: { readonly refuseWith?: number; readonly user?: string } = {},
  script: Script = answer,
): Promise<{
  readonly server: FaultServer;
  readonly proxy: ConnectProxy;
  readonly get: () => Promise<unknown>;
}> {
  const server = rigs.keep(await FaultServer.start(script, certificate));
  const proxy = rigs.keep(await ConnectProxy.start(server.port, options.refuseWith));
  const user = options.user === undefined ? '' : `${options.user}@`;
  const network: NetworkSettings = { proxy: `http://${user}127.0.0.1:${proxy.port}`, ...settings };
  const { client } = rigs.connect(`https://${HOST}`, { network: () => Promise.resolve(network) });
  return { server, proxy, get: () => client.call('models.get', { name: 'models/x' }) };
}

describe('proxies and certificates', () => {
  it('take the proxy with a custom certificate authority', async () => {
    const { server, proxy, get } = await behindProxy({ certificates: [certificate.cert] });
    assert.deepEqual(await get(), { name: 'models/x' });
    assert.deepEqual(proxy.tunnels, [{ target: `${HOST}:443`, authorization: undefined }]);
    assert.equal(server.requests[0]?.headers['x-goog-api-key'], KEY);
    assert.equal(server.requests[0].headers.host, HOST);
  });

  it('refuse a certificate that nobody vouches for, and say which settings matter', async () => {
    const { server, get } = await behindProxy({});
    const error = await failure(get());
    assert.equal(error.reason, 'certificate');
    assert.match(error.message, /service\.test/);
    assert.match(error.hint ?? '', /http\.systemCertificates/);
    assert.match(error.hint ?? '', /http\.proxyStrictSSL/);
    assert.equal(server.requests.length, 0);
  });

  it('refuse a certificate for another name', async () => {
    const server = rigs.keep(await FaultServer.start(answer, selfSigned('other.test')));
    const network = { certificates: [certificate.cert] };
    const { client } = rigs.connect(server.origin, { network: () => Promise.resolve(network) });
    assert.equal((await failure(client.call('models.list', {}))).reason, 'certificate');
  });

  it('send the proxy its user and password, or the authorization that is set', async () => {
    const certificates = [certificate.cert];
    const first = await behindProxy({ certificates }, { user: 'user:p%40ss' });
    await first.get();
    const basic = Buffer.from('user:p@ss').toString('base64');
    assert.equal(first.proxy.tunnels[0]?.authorization, `Basic ${basic}`);

    const second = await behindProxy({ certificates, proxyAuthorization: 'Negotiate abc' });
    await second.get();
    assert.equal(second.proxy.tunnels[0]?.authorization, 'Negotiate abc');
    assert.equal(second.server.requests[0]?.headers['proxy-authorization'], undefined);
  });

  it('do not let an answer repeat what the proxy is told', async () => {
    const password = 'canary-by-value';
    const { get } = await behindProxy(
      { certificates: [certificate.cert] },
      { user: `user:${password}` },
      (_request, wire) => wire.json(400, { error: { message: `You sent ${password}.` } }),
    );
    assert.equal((await failure(get())).message, 'You sent [redacted].');
  });

  it('tell a proxy that wants a password from one that refuses', async () => {
    const asks = await behindProxy({}, { refuseWith: 407, user: 'user:canary' });
    const error = await failure(asks.get());
    assert.equal(error.reason, 'proxy');
    assert.match(error.hint ?? '', /http\.proxyAuthorization/);
    assert.doesNotMatch(inspect(error), /canary/);
    const refuses = await failure((await behindProxy({}, { refuseWith: 403 })).get());
    assert.equal(refuses.reason, 'proxy');
    assert.match(refuses.hint ?? '', /http\.noProxy/);
  });
});
