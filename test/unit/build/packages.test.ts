import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { folderForEach } from '../../fakes/folder';

/** The files of a package as they stand in node_modules. */
type Files = { readonly [path: string]: string };

/** A plain module of scripts, which the type check of the tests does not read. */
interface Scripts {
  readonly leanPackages: () => esbuild.Plugin;
}

type Package = 'undici' | 'gaxios' | 'the sign-in library';

const GAXIOS = 'node_modules/gaxios/build/cjs/src/gaxios.js';
const UNDICI = 'node_modules/undici/lib';
const LIBRARY = 'node_modules/google-auth-library';

/** As both packages have it: what they load at once, and what only at need. */
const good: { readonly [P in Package]: Files } = {
  gaxios: {
    'main.js': `module.exports = require('./${GAXIOS}');`,
    [GAXIOS]: `
      exports.fetch = () => require('node-fetch');
      exports.agent = () => require('https-proxy-agent');`,
    'node_modules/node-fetch/package.json': `{ "main": "src/index.js" }`,
    'node_modules/node-fetch/src/index.js': `module.exports = 'a second HTTP client';`,
    'node_modules/https-proxy-agent/package.json': `{ "main": "dist/index.js" }`,
    'node_modules/https-proxy-agent/dist/index.js': `module.exports = 'a second proxy';`,
  },
  'the sign-in library': {
    'main.js': `module.exports = require('./${LIBRARY}/build/src/auth/authclient.js');`,
    [`${LIBRARY}/build/src/auth/authclient.js`]: `
      const { log } = require('google-logging-utils');
      exports.tell = () => log('auth').debug('with a token');`,
    'node_modules/google-logging-utils/package.json': `{ "main": "build/src/index.js" }`,
    'node_modules/google-logging-utils/build/src/index.js': `
      exports.log = () => ({ debug: () => 'tokens on the console' });`,
  },
  undici: {
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
      ];`,
    [`${UNDICI}/llhttp/llhttp_simd-wasm.js`]: `module.exports = 'the other parser';`,
    [`${UNDICI}/llhttp/llhttp-wasm.js`]: `module.exports = Buffer.from('AGFzbQ==', 'base64');`,
    [`${UNDICI}/dispatcher/client-h2.js`]: `module.exports = () => 'HTTP/2';`,
    [`${UNDICI}/web/fetch/formdata.js`]: `module.exports = 'half of fetch';`,
    [`${UNDICI}/web/fetch/body.js`]: `module.exports = 'the other half';`,
    [`${UNDICI}/web/webidl/index.js`]: `module.exports = 'its types';`,
  },
};

describe('a bundle', () => {
  const folder = folderForEach();

  /** Bundles the files, and gives the text and what it exports. */
  async function bundle(files: Files) {
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder(), path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    const { href } = pathToFileURL(resolve('test/build/packages.mjs'));
    const { leanPackages } = (await import(href)) as Scripts;
    const outfile = join(folder(), 'out.cjs');
    const { outputFiles } = await esbuild.build({
      absWorkingDir: folder(),
      entryPoints: ['main.js'],
      outfile,
      write: false,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'silent',
      plugins: [leanPackages()],
    });
    const text = outputFiles[0]?.text ?? '';
    await writeFile(outfile, text);
    const exported = createRequire(outfile)(outfile) as { readonly [name: string]: () => unknown };
    return { text, exported };
  }

  it('of the sign-in library has no second HTTP client, and who reaches one is told', async () => {
    const { text, exported } = await bundle(good.gaxios);
    assert.doesNotMatch(text, /a second/);
    assert.throws(() => exported.fetch?.(), /node-fetch\/src\/index\.js is not in this bundle/);
    assert.throws(
      () => exported.agent?.(),
      /https-proxy-agent\/dist\/index\.js is not in this bundle/,
    );
  });

  it('of the sign-in library writes no token', async () => {
    const { text, exported } = await bundle(good['the sign-in library']);
    assert.doesNotMatch(text, /tokens on the console/);
    assert.equal(exported.tell?.(), undefined);
  });

  it('of undici has HTTP/1.1 only, and who reaches the rest is told', async () => {
    const { text, exported } = await bundle(good.undici);
    assert.doesNotMatch(text, /'HTTP\/2'|"HTTP\/2"|half/);
    assert.throws(() => exported.connect?.(), /client-h2\.js is not in this bundle/);
    assert.throws(() => exported.form?.(), /formdata\.js is not in this bundle/);
  });

  it('of undici has one parser, the one that runs everywhere', async () => {
    const { text, exported } = await bundle(good.undici);
    assert.doesNotMatch(text, /the other parser/);
    assert.deepEqual(exported.parser?.(), Buffer.from('\0asm'));
  });

  for (const [name, changed, tells] of [
    [
      'the sign-in library',
      { [`${LIBRARY}/build/src/auth/authclient.js`]: `exports.tell = () => console.log('it');` },
      /authclient\.js loads no google-logging-utils\/build\/src\/index\.js/,
    ],
    [
      'gaxios',
      { [GAXIOS]: `exports.fetch = () => require('node-fetch');` },
      /gaxios\.js loads no https-proxy-agent\/dist\/index\.js/,
    ],
    [
      'undici',
      { [`${UNDICI}/dispatcher/client.js`]: `exports.connect = () => require('./client-h2.js');` },
      /client\.js loads no undici\/lib\/web\/fetch\/formdata\.js/,
    ],
  ] as const) {
    it(`is not made where it would leave out of ${name} what is not there any more`, async () => {
      await assert.rejects(bundle({ ...good[name], ...changed }), tells);
    });
  }

  it('is made without those packages', async () => {
    const { exported } = await bundle({ 'main.js': `exports.nothing = () => 1;` });
    assert.equal(exported.nothing?.(), 1);
  });
});
