import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { folderForEach } from '../../fakes/folder';

/** Plain modules of scripts, which the type check of the tests does not read. */
interface Scripts {
  readonly writeAsCommonJs: (options: {
    readonly minify: boolean;
    readonly written: Set<string>;
  }) => esbuild.Plugin;
  readonly compiledAtOnce: (code: string) => string;
}

async function script<Name extends keyof Scripts>(file: string, name: Name) {
  const { href } = pathToFileURL(resolve('test/build', file));
  return ((await import(href)) as Scripts)[name];
}

/** Each of them says when it runs, as all modules here do. */
const extension: { readonly [path: string]: string } = {
  'src/extension.ts': `import * as vscode from 'vscode'; import { shared } from './shared';
    ran('extension'); export { shared, vscode };
    export const load = { one: () => import('./one'), two: () => import('./two'),
      panel: () => import('./playground/panel'), client: () => import('./api/client'),
      transport: () => import('./api/undiciSenders'), auth: () => import('./auth/signIn'),
      credentials: () => import('./auth/connectionCredentials') };`,
  'src/shared.ts': `ran('shared'); export class Shared {} export const shared = new Shared();`,
  'src/both.ts': `ran('both'); import { two } from './two'; export const sum = () => two + 1;`,
  'src/one.ts': `ran('one'); import { Shared, shared } from './shared'; import { sum } from './both';
    export { sum }; export const isOurs = shared instanceof Shared;
    export const later = () => import('./two'); export * from 'node:url';`,
  'src/two.ts': `ran('two'); import path, { sep } from 'node:path'; import { sum } from './both';
    export default path.sep; export { sep }; export const two = 2; export const three = () => sum();`,
  'src/playground/panel.ts': `ran('panel'); import { two } from '../two'; export const four = two * 2;`,
  'src/api/table.ts': `ran('table'); export const table = { models: 1 };`,
  'src/api/client.ts': `ran('client'); import { table } from './table'; export { table };`,
  'src/api/undiciSenders.ts': `ran('transport'); import { table } from './table';
    export const dispatcher = () => import('./undici/dispatcher'); export { table };`,
  'src/api/undici/dispatcher.ts': `ran('dispatcher'); export const dispatcher = 1;`,
  'src/auth/connectionCredentials.ts': `ran('credentials'); export const credentials = 1;`,
  'src/auth/signIn.ts': `import { library } from 'google-auth-library'; ran('sign-in'); export { library };`,
  'node_modules/google-auth-library/index.js': `ran('library'); exports.library = 1;`,
  'node_modules/vscode/index.js': `exports.window = 1; exports.Uri = class {};`,
};

type Modules = { readonly [name: string]: unknown };
type Load = { readonly [name: string]: () => Promise<Modules> };

describe('the files of the extension', () => {
  const folder = folderForEach();
  let ran: string[] = [];
  beforeEach(async () => {
    ran = [];
    Object.assign(globalThis, { ran: (name: string) => ran.push(name) });
  });

  /** Builds it as the product is built, and loads it. */
  async function build(minify: boolean) {
    for (const [path, text] of Object.entries(extension)) {
      await mkdir(dirname(join(folder(), path)), { recursive: true });
      await writeFile(join(folder(), path), text);
    }
    const writeAsCommonJs = await script('commonJs.mjs', 'writeAsCommonJs');
    const written = new Set<string>();
    await esbuild.build({
      absWorkingDir: folder(),
      entryPoints: ['src/extension.ts'],
      outdir: 'dist',
      minify,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      write: false,
      chunkNames: 'chunks/[name]-[hash]',
      external: ['vscode'],
      logLevel: 'silent',
      plugins: [writeAsCommonJs({ minify, written })],
    });
    const file = join(folder(), 'dist/extension.js');
    const require = createRequire(file);
    const exported = require(file) as Modules & { readonly load: Load };
    return { written: [...written].sort(), exported, require };
  }

  const loaded = async (load: Load, name: string) => (await load[name]?.()) ?? {};

  for (const minify of [true, false]) {
    it(`run each module when it is first asked for, and once${minify ? '' : ', not minified'}`, async () => {
      const { exported } = await build(minify);
      assert.deepEqual(ran, ['shared', 'extension']);
      const one = await loaded(exported.load, 'one');
      assert.deepEqual(ran.slice(2).sort(), ['both', 'one', 'two']);
      assert.equal(one.isOurs, true);
      assert.equal((one.sum as () => number)(), 3);
      assert.equal(typeof one.fileURLToPath, 'function');
      const two = await (one.later as () => Promise<Modules>)();
      assert.deepEqual([two.default, (two.three as () => number)()], [two.sep, 3]);
      const { four } = await loaded(exported.load, 'panel');
      assert.equal(four, 4);
      assert.deepEqual(ran.slice(5), ['panel']);
    });
  }

  it('are few, and each has what is loaded with it', async () => {
    const { written, exported } = await build(true);
    const chunks = ['calls', 'later', 'network', 'playground', 'signIn', 'yaml'];
    const files = [...chunks.map((name) => `dist/chunks/${name}.js`), 'dist/extension.js'];
    assert.deepEqual(written, files);
    assert.deepEqual(
      await readdir(join(folder(), 'dist/chunks')),
      chunks.map((one) => `${one}.js`),
    );
    const client = await loaded(exported.load, 'client');
    assert.deepEqual(ran.slice(2).sort(), [
      'client',
      'credentials',
      'dispatcher',
      'table',
      'transport',
    ]);
    const transport = await loaded(exported.load, 'transport');
    assert.equal(client.table, transport.table);
    const { library } = await loaded(exported.load, 'auth');
    assert.equal(library, 1);
    assert.ok(ran.indexOf('library') < ran.indexOf('sign-in'));
  });

  it('take VS Code as it is, not a copy', async () => {
    const { exported, require } = await build(true);
    assert.equal(exported.vscode, require('vscode'));
  });
});

describe('the functions around the modules of a package', () => {
  it('stand in parentheses, whatever is in them', async () => {
    const compiledAtOnce = await script('chunks.mjs', 'compiledAtOnce');
    assert.equal(
      compiledAtOnce('"use strict";var a=P((e,t)=>{t.exports=")"}),b=1,c=P(()=>{a()});c();'),
      '"use strict";var a=P(((e,t)=>{t.exports=")"})),b=1,c=P((()=>{a()}));c();',
    );
  });

  it('stand alone among what stays as it is', async () => {
    const compiledAtOnce = await script('chunks.mjs', 'compiledAtOnce');
    const code =
      'const x=f(1),y=f(()=>1),z=f(()=>{},2);function g(){var a=P(()=>{});return a}h(()=>{});';
    assert.equal(compiledAtOnce(code), code);
  });
});
