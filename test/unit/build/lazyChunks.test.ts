import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

/** A plain module of scripts, which the type check of the tests does not read. */
interface Scripts {
  readonly lazyChunks: (
    chunks: readonly { readonly key: string; readonly code: string }[],
    form: esbuild.TransformOptions,
  ) => Promise<string>;
}

type Load = (key: string) => { readonly [name: string]: unknown };

const form: esbuild.TransformOptions = { format: 'cjs', platform: 'node', minify: true };

describe('a file of chunks', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chunks-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** ES modules by key → the text of the file, and what it exports. */
  async function pack(modules: { readonly [key: string]: string }) {
    const chunks = await Promise.all(
      Object.entries(modules).map(async ([key, text]) => {
        const { code } = await esbuild.transform(text, { format: 'cjs', platform: 'neutral' });
        return { key, code: code.replace(/require\("\.\/(\w+)"\)/g, '__load("$1")') };
      }),
    );
    const { href } = pathToFileURL(resolve('test/harness/lazyChunks.mjs'));
    const { lazyChunks } = (await import(href)) as Scripts;
    const text = await lazyChunks(chunks, form);
    const file = join(folder, 'chunks.cjs');
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
    assert.equal(load('2'), load('2'));
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

  it('says once what esbuild says in each', async () => {
    const modules = Array.from({ length: 9 }, (_, at) => [`m${at}`, `export const value = ${at};`]);
    const { text, load } = await pack(Object.fromEntries(modules) as { [key: string]: string });
    assert.equal(text.split('getOwnPropertyDescriptor').length, 2);
    assert.equal(load('m7').value, 7);
  });
});
