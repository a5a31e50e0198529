import assert from 'node:assert/strict';
import { proxyFor, proxyPassword } from '../../../src/api/undici/proxy';

const PROXY = 'http://proxy.example:3128';

describe('choice of the proxy', () => {
  const target = new URL('https://api.service.example');
  const choose = (url: URL, noProxy: readonly string[], proxy = PROXY): string | undefined =>
    proxyFor(url, { proxy, noProxy })?.href;

  it('is none where none is set', () => {
    assert.equal(proxyFor(target, {}), undefined);
    assert.equal(proxyFor(target, { proxy: ' ' }), undefined);
  });

  it('is the one that is set, also without a scheme', () => {
    assert.equal(choose(target, []), `${PROXY}/`);
    assert.equal(choose(target, [], 'proxy.example:3128'), `${PROXY}/`);
  });

  it('spares the exceptions', () => {
    const spared = [
      '*',
      'api.service.example',
      'service.example',
      '.service.example',
      '*.service.example',
      'SERVICE.example:443',
      ' example ',
    ];
    for (const entry of spared) assert.equal(choose(target, [entry]), undefined, entry);
    const others = [
      '',
      'ervice.example',
      'other.example',
      'service.example:8443',
      'api.service.example.org',
      '10.0.0.1',
    ];
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

  it('is asked for names below localhost: they may lead anywhere', () => {
    assert.equal(choose(new URL('http://a.localhost:99'), []), `${PROXY}/`);
  });

  it('tells its password, also without a scheme', () => {
    assert.equal(proxyPassword({ proxy: 'http://user:canary@proxy.example' }), 'canary');
    assert.equal(proxyPassword({ proxy: ' user:canary@proxy.example:3128' }), 'canary');
    for (const proxy of [PROXY, '', ':::canary', 'http://user@proxy.example']) {
      assert.equal(proxyPassword({ proxy }), '', proxy);
    }
    assert.equal(proxyPassword({}), '');
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
