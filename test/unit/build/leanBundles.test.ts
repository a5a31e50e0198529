import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

/** The files of a package as they stand in node_modules. */
type Files = { readonly [path: string]: string };

type Plugins = 'leanUndici' | 'leanGoogleAuth';

const GAXIOS = 'node_modules/gaxios/build/cjs/src/gaxios.js';
const UNDICI = 'node_modules/undici/lib';

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

  it('is not made where the parser of undici is no bytes', async () => {
    const parser = { [`${UNDICI}/llhttp/llhttp-wasm.js`]: `module.exports = 'text';` };
    const made = bundle('leanUndici', { ...good.leanUndici, ...parser });
    await assert.rejects(made, /does not export bytes/);
  });

  for (const [plugin, changed, tells] of [
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
