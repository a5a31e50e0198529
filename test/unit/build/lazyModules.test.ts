import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as esbuild from 'esbuild';

/** A plain module of scripts, which the type check of the tests does not read. */
interface Scripts {
  readonly lazyModules: (
    file: string,
    modules: readonly { readonly path: string; readonly code: string; readonly name?: string }[],
    form: esbuild.BuildOptions,
  ) => Promise<string>;
}

type Load = (name: string) => { readonly [name: string]: unknown };

const form: esbuild.BuildOptions = {
  format: 'cjs',
  platform: 'node',
  minify: true,
  supported: { 'dynamic-import': false },
};

describe('a file of modules', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'modules-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** ES modules by name → the text of the file, and what it exports. */
  async function pack(modules: { readonly [name: string]: string }) {
    const named = Object.entries(modules).map(([name, code]) => ({
      path: `dist/chunks/${name}.js`,
      code: code.replace(/'\.\/(\w+)'/g, "'./$1.js'"),
      name,
    }));
    const { href } = pathToFileURL(resolve('test/harness/lazyModules.mjs'));
    const { lazyModules } = (await import(href)) as Scripts;
    const text = await lazyModules('dist/chunks/later.js', named, form);
    const file = join(folder, 'modules.cjs');
    await writeFile(file, text);
    return { text, load: createRequire(file)(file) as Load };
  }

  it('runs each when it is first asked for, and once', async () => {
    const ran: string[] = [];
    Object.assign(globalThis, { ran });
    const { load } = await pack({
      '1': `ran.push('one'); export const one = 1;`,
      '2': `import { one } from './1'; ran.push('two'); export const two = one + 1;`,
    });
    assert.deepEqual(ran, []);
    assert.equal(load('2').two, 2);
    assert.equal(load('1').one, 1);
    assert.equal(load('2').two, 2);
    assert.deepEqual(ran, ['one', 'two']);
  });

  it('takes modules of every form: of Node, whole, by default, passed on and in a circle', async () => {
    const { load } = await pack({
      a: `import path, { join } from 'node:path'; import * as b from './b';
        export { b }; export default path.sep; export const joined = join('x', 'y');
        export const isRound = () => b.back();`,
      b: `import { joined } from './a'; export const back = () => joined;`,
      c: `export * from './a'; export * from 'node:url'; export { default as other } from './a';`,
    });
    const { joined, isRound, other, fileURLToPath } = load('c');
    assert.deepEqual([joined, other], [join('x', 'y'), join('x', 'y')[1]]);
    assert.equal((isRound as () => unknown)(), joined);
    assert.equal(typeof fileURLToPath, 'function');
  });

  it('runs what is imported later when that comes, and asks others where they are', async () => {
    await writeFile(join(folder, 'other.js'), 'exports.other = 5;');
    const ran: string[] = [];
    Object.assign(globalThis, { ran });
    const { load } = await pack({
      now: `export const later = () => import('./late');`,
      late: `import { other } from '../other'; ran.push('late'); export const late = other + 1;`,
    }).then(({ text }) => {
      const file = join(folder, 'again.cjs');
      return writeFile(file, text.replace('../other', './other')).then(() => ({
        load: createRequire(file)(file) as Load,
      }));
    });
    const { later } = load('now');
    assert.deepEqual(ran, []);
    const { late } = await (later as () => Promise<{ late: number }>)();
    assert.equal(late, 6);
    assert.deepEqual(ran, ['late']);
  });

  it('says once what esbuild says in each', async () => {
    const modules = Array.from({ length: 9 }, (_, at) => [`m${at}`, `export const value = ${at};`]);
    const { text, load } = await pack(Object.fromEntries(modules) as { [key: string]: string });
    assert.equal(text.split('getOwnPropertyDescriptor').length, 2);
    assert.equal(load('m7').value, 7);
  });
});
