import assert from 'node:assert/strict';
import {
  proxyOf,
  proxySettingsFrom,
  parseProxySettings,
  UpstreamAgents,
} from '../../../src/recordings/proxy';

const GOOGLE = 'https://generativelanguage.googleapis.com';

describe('the proxy that an upstream is asked through', () => {
  /** An environment, and what it comes to. */
  const cases: readonly (readonly [NodeJS.ProcessEnv, string | undefined, string?])[] = [
    [{}, undefined],
    [{ HTTPS_PROXY: 'http://proxy.test:3128' }, 'http://proxy.test:3128/'],
    [{ https_proxy: 'proxy.test:3128' }, 'http://proxy.test:3128/'],
    [{ HTTP_PROXY: 'https://me:pw@proxy.test' }, 'https://me:pw@proxy.test/'],
    [{ HTTPS_PROXY: 'http://one.test', HTTP_PROXY: 'http://two.test' }, 'http://one.test/'],
    [{ HTTPS_PROXY: 'http://proxy.test', NO_PROXY: '.googleapis.com' }, undefined],
    [{ HTTPS_PROXY: 'http://proxy.test', NO_PROXY: 'googleapis.com:8443' }, 'http://proxy.test/'],
    [{ HTTPS_PROXY: 'http://proxy.test', NO_PROXY: '*' }, undefined],
    [{ HTTPS_PROXY: 'http://proxy.test' }, undefined, 'http://127.0.0.1:4000/s/x'],
  ];
  for (const [environment, proxy, upstream = GOOGLE] of cases) {
    it(`of ${JSON.stringify(environment)} for ${upstream} is ${proxy ?? 'none'}`, () => {
      const reach = proxySettingsFrom(environment);
      assert.equal(proxyOf(upstream, reach)?.href, proxy);
      const agents = new UpstreamAgents(reach);
      const agent = agents.for(upstream);
      assert.equal(agent === undefined, proxy === undefined);
      assert.equal(agents.for(upstream), agent);
    });
  }

  for (const proxy of ['socks5://me:word-1@proxy.test:1080', 'http://', 'a proxy']) {
    it(`is none that is ${proxy}, which is said without it`, () => {
      assert.throws(
        () => proxyOf(GOOGLE, proxySettingsFrom({ HTTPS_PROXY: proxy })),
        ({ message }: Error) =>
          /must be the URL of an HTTP proxy/.test(message) && !message.includes('word-1'),
      );
    });
  }

  for (const told of [{ proxy: 1 }, { proxyAuthorization: ['word-1'] }, { noProxy: [{}] }]) {
    it(`is refused as ${JSON.stringify(told)}, without its values`, () => {
      const why = /^proxy, proxyAuthorization, and noProxy must be strings\.$/;
      assert.throws(() => parseProxySettings(told), { message: why });
    });
  }
});
