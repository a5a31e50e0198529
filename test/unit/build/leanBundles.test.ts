import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

/** The files of a package as they stand in node_modules. */
type Files = { readonly [path: string]: string };

type Plugins = 'leanUndici' | 'leanGoogleAuth' | 'leanSignIn';

const GAXIOS = 'node_modules/gaxios/build/cjs/src/gaxios.js';
const UNDICI = 'node_modules/undici/lib';
const LIBRARY = 'node_modules/google-auth-library';

/** As both packages have it: what they load at once, and what only at need. */
const good: { readonly [P in Plugins]: Files } = {
  leanGoogleAuth: {
    'main.js': `module.exports = require('./${GAXIOS}');`,
    [GAXIOS]: `
      exports.fetch = () => require('node-fetch');
      exports.agent = () => require('https-proxy-agent');`,
    'node_modules/node-fetch/index.js': `module.exports = 'a second HTTP client';`,
    'node_modules/https-proxy-agent/index.js': `module.exports = 'a second proxy';`,
  },
  leanSignIn: {
    'main.js': `module.exports = require('./${LIBRARY}/build/src/auth/authclient.js');`,
    [`${LIBRARY}/build/src/auth/authclient.js`]: `
      const { log } = require('google-logging-utils');
      exports.tell = () => log('auth').debug('with a token');
      exports.version = () => require('../../../package.json');
      exports.sign = () => require('jws').sign();
      exports.verify = () => require('jws').verify();`,
    [`${LIBRARY}/package.json`]: `{ "name": "the library", "version": "1.2.3", "scripts": {} }`,
    'node_modules/google-logging-utils/package.json': `{ "main": "build/src/index.js" }`,
    'node_modules/google-logging-utils/build/src/index.js': `
      exports.log = () => ({ debug: () => 'tokens on the console' });`,
    'node_modules/jws/index.js': `
      exports.sign = () => 'signed';
      exports.verify = require('./lib/verify-stream').verify;`,
    'node_modules/jws/lib/verify-stream.js': `exports.verify = () => 'the other half';`,
  },
  leanUndici: {
    'main.js': `module.exports = require('./${UNDICI}/dispatcher/client.js');`,
    [`${UNDICI}/dispatcher/client.js`]: `
      const connectH2 = require('./client-h2.js');
      exports.connect = () => connectH2();
      exports.parser = () => {
        try {
          return require('../llhttp/llhttp_simd-wasm.js');
        } catch {
          return require('../llhttp/llhttp-wasm.js');
        }
      };
      exports.form = () => [
        require('../web/fetch/formdata.js'),
        require('../web/fetch/body.js'),
        require('../web/webidl/index.js'),
      ];
      exports.names = () => require('../llhttp/constants.js');`,
    [`${UNDICI}/llhttp/constants.js`]: `
      Object.assign(exports, { ERROR: { OK: 0, 0: 'OK' }, TYPE: { RESPONSE: 2 }, METHODS: {} });`,
    [`${UNDICI}/llhttp/llhttp_simd-wasm.js`]: `module.exports = 'the other parser';`,
    [`${UNDICI}/llhttp/llhttp-wasm.js`]: `module.exports = Buffer.from('AGFzbQ==', 'base64');`,
    [`${UNDICI}/dispatcher/client-h2.js`]: `module.exports = () => 'HTTP/2';`,
    [`${UNDICI}/web/fetch/formdata.js`]: `module.exports = 'half of fetch';`,
    [`${UNDICI}/web/fetch/body.js`]: `module.exports = 'the other half';`,
    [`${UNDICI}/web/webidl/index.js`]: `module.exports = 'its types';`,
  },
};

describe('a bundle', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lean-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Bundles the files with a plugin, and gives the text and what it exports. */
  async function bundle(plugin: Plugins, files: Files) {
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    const { href } = pathToFileURL(resolve(`test/harness/${plugin}.mjs`));
    const made = (await import(href)) as { readonly [P in Plugins]: () => esbuild.Plugin };
    const outfile = join(folder, 'out.cjs');
    const { outputFiles } = await esbuild.build({
      ...{ absWorkingDir: folder, entryPoints: ['main.js'], outfile, write: false },
      ...{ bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' },
      plugins: [made[plugin]()],
    });
    const text = outputFiles[0]?.text ?? '';
    await writeFile(outfile, text);
    const exported = createRequire(outfile)(outfile) as { readonly [name: string]: () => unknown };
    return { text, exported };
  }

  it('of the sign-in library has no second HTTP client, and who reaches one is told', async () => {
    const { text, exported } = await bundle('leanGoogleAuth', good.leanGoogleAuth);
    assert.doesNotMatch(text, /a second/);
    assert.throws(() => exported.fetch?.(), /node-fetch is not in this bundle/);
    assert.throws(() => exported.agent?.(), /https-proxy-agent is not in this bundle/);
  });

  it('of the sign-in library writes no token and verifies none, and knows its version', async () => {
    const { text, exported } = await bundle('leanSignIn', good.leanSignIn);
    assert.doesNotMatch(text, /tokens on the console|the other half|scripts/);
    assert.equal(exported.tell?.(), undefined);
    assert.equal(exported.sign?.(), 'signed');
    assert.throws(() => exported.verify?.(), /we verify no token/);
    assert.deepEqual(exported.version?.(), { name: 'the library', version: '1.2.3' });
  });

  it('leaves those packages to others than the sign-in library', async () => {
    const { text } = await bundle('leanGoogleAuth', {
      ...good.leanGoogleAuth,
      'main.js': `exports.all = [require('./${GAXIOS}'), require('node-fetch')];`,
    });
    assert.match(text, /a second HTTP client/);
    assert.doesNotMatch(text, /a second proxy/);
  });

  it('of undici has HTTP/1.1 only, and who reaches the rest is told', async () => {
    const { text, exported } = await bundle('leanUndici', good.leanUndici);
    assert.doesNotMatch(text, /'HTTP\/2'|"HTTP\/2"|half/);
    assert.throws(() => exported.connect?.(), /client-h2\.js is not in this bundle/);
    assert.throws(() => exported.form?.(), /formdata\.js is not in this bundle/);
  });

  it('of undici has one parser, the one that runs everywhere, byte for byte', async () => {
    const { text, exported } = await bundle('leanUndici', good.leanUndici);
    assert.doesNotMatch(text, /the other parser|AGFzbQ/);
    assert.deepEqual(exported.parser?.(), Buffer.from('\0asm'));
  });

  it('of undici has the names of the parser that a client asks for', async () => {
    const { exported } = await bundle('leanUndici', good.leanUndici);
    const names = { ERROR: { OK: 0, 0: 'OK' }, TYPE: { RESPONSE: 2 } };
    assert.deepEqual(exported.names?.(), names);
  });

  it('is not made where a list of those names is gone', async () => {
    const constants = { [`${UNDICI}/llhttp/constants.js`]: `exports.ERROR = {};` };
    const made = bundle('leanUndici', { ...good.leanUndici, ...constants });
    await assert.rejects(made, /has no TYPE/);
  });

  it('is not made where the parser of undici is no bytes', async () => {
    const parser = { [`${UNDICI}/llhttp/llhttp-wasm.js`]: `module.exports = 'text';` };
    const made = bundle('leanUndici', { ...good.leanUndici, ...parser });
    await assert.rejects(made, /does not export bytes/);
  });

  for (const [plugin, changed, tells] of [
    [
      'leanSignIn',
      { 'node_modules/jws/index.js': `exports.sign = () => 'signed';` },
      /jws\/index\.js loads no jws\/lib\/verify-stream\.js/,
    ],
    [
      'leanGoogleAuth',
      { [GAXIOS]: `exports.fetch = () => require('node-fetch');` },
      /gaxios imports no https-proxy-agent to leave out/,
    ],
    [
      'leanUndici',
      { [`${UNDICI}/dispatcher/client.js`]: `exports.connect = () => require('./client-h2.js');` },
      /undici has no web\/fetch\/formdata\.js to leave out/,
    ],
  ] as const) {
    it(`is not made where ${plugin} would leave out what is not there any more`, async () => {
      await assert.rejects(bundle(plugin, { ...good[plugin], ...changed }), tells);
    });

    it(`is made without the package that ${plugin} is for`, async () => {
      const { exported } = await bundle(plugin, { 'main.js': `exports.nothing = () => 1;` });
      assert.equal(exported.nothing?.(), 1);
    });
  }
});
