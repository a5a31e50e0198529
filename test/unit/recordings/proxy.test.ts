import assert from 'node:assert/strict';
import { agentFor, proxyIn } from '../../../src/recordings/proxy';

const GOOGLE = 'https://generativelanguage.googleapis.com';

describe('the proxy that an upstream is asked through', () => {
  /** An environment, and what it comes to. */
  const cases: readonly (readonly [NodeJS.ProcessEnv, string | undefined, string?])[] = [
    [{}, undefined],
    [{ HTTPS_PROXY: '' }, undefined],
    [{ HTTPS_PROXY: 'http://proxy.test:3128' }, 'http://proxy.test:3128/'],
    [{ https_proxy: 'proxy.test:3128' }, 'http://proxy.test:3128/'],
    [{ HTTP_PROXY: 'https://me:pw@proxy.test' }, 'https://me:pw@proxy.test/'],
    [{ HTTPS_PROXY: 'http://one.test', HTTP_PROXY: 'http://two.test' }, 'http://one.test/'],
    [{ HTTPS_PROXY: 'http://proxy.test', NO_PROXY: '.googleapis.com' }, undefined],
    [
      {
        HTTPS_PROXY: 'http://proxy.test',
        no_proxy: 'a.test generativelanguage.googleapis.com:443',
      },
      undefined,
    ],
    [{ HTTPS_PROXY: 'http://proxy.test', NO_PROXY: 'googleapis.com:8443' }, 'http://proxy.test/'],
    [{ HTTPS_PROXY: 'http://proxy.test', NO_PROXY: '*' }, undefined],
    [{ HTTPS_PROXY: 'http://proxy.test' }, undefined, 'http://127.0.0.1:4000/s/x'],
    [{ HTTPS_PROXY: 'http://proxy.test' }, undefined, 'https://localhost:4000'],
  ];
  for (const [environment, proxy, upstream = GOOGLE] of cases) {
    it(`of ${JSON.stringify(environment)} for ${upstream} is ${proxy ?? 'none'}`, () => {
      assert.equal(proxyIn(upstream, environment)?.href, proxy);
      const agent = agentFor(upstream, environment);
      assert.equal(agent === undefined, proxy === undefined);
      assert.equal(agentFor(upstream, environment), agent);
    });
  }

  for (const proxy of ['socks5://proxy.test:1080', 'http://', 'a proxy']) {
    it(`is none that is ${proxy}`, () => {
      const why = /HTTPS_PROXY must be the address of an HTTP proxy/;
      assert.throws(() => proxyIn(GOOGLE, { HTTPS_PROXY: proxy }), why);
    });
  }
});
