import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, posix, relative, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import { joinModules } from './joinModules.mjs';

/** Larger chunks stay files of their own, so that only who needs one reads it. In bytes. */
const LARGE = 24 * 1024;

const ENTRY = 'dist/extension.js';

/** Where the small chunks are that are loaded later. */
const LATER = 'dist/chunks/later.js';

/** @typedef {{ path: string, code: string }} Chunk `path` from the root, with forward slashes. */

/**
 * Where a chunk is found that is no file of its own.
 * @typedef {object} Place
 * @property {string} file
 * @property {(name: string) => string} access From what the file exports to what the chunk exports.
 */

/** @param {string} name */
const byName = (name) => `[${JSON.stringify(name)}]`;

/** @param {string} name */
const byCall = (name) => `(${JSON.stringify(name)})`;

/**
 * esbuild splits only ES modules, and VS Code loads an extension as CommonJS fastest: so the host is built
 * as split ES modules in memory, and each output is turned into CommonJS on its own. Every class keeps one
 * identity, and `import()` becomes a lazy `require`. esbuild makes a chunk for every set of users, dozens of
 * them and most of them tiny: those that the entry loads at once become one file with it, the other small ones
 * share a file, in which each still runs when first required.
 * @param {{ minify: boolean, written: Set<string> }} options `written` is told the paths from the root; without
 *   `minify` every chunk stays a file, with its source map.
 * @returns {esbuild.Plugin}
 */
export function writeAsCommonJs({ minify, written }) {
  return {
    name: 'write-as-commonjs',
    setup(build) {
      const root = build.initialOptions.absWorkingDir ?? process.cwd();
      build.initialOptions.metafile = true;
      build.onEnd(async ({ outputFiles = [], metafile }) => {
        const modules = outputFiles
          .filter((file) => file.path.endsWith('.js'))
          .map((file) => ({
            path: relative(root, file.path).replaceAll('\\', '/'),
            code: file.text,
          }));
        const files =
          minify && metafile !== undefined
            ? await pack(modules, metafile)
            : await Promise.all(modules.map((module) => toCommonJs(module, 'inline')));
        for (const { path, code } of files) {
          const target = resolve(root, path);
          await mkdir(dirname(target), { recursive: true });
          await writeFile(target, code);
          written.add(path);
        }
      });
    },
  };
}

/**
 * @param {boolean} minify
 * @returns {import('./joinModules.mjs').Form}
 */
const asCommonJs = (minify) => ({
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  minify,
  charset: 'utf8',
  supported: { 'dynamic-import': false },
});

/**
 * @param {Chunk} module
 * @param {'inline' | false} sourcemap
 * @returns {Promise<Chunk>}
 */
async function toCommonJs({ path, code }, sourcemap) {
  const options = { ...asCommonJs(sourcemap === false), sourcemap, sourcefile: basename(path) };
  return { path, code: (await esbuild.transform(code, options)).code };
}

/**
 * Puts chunks together: those that the entry loads at once, and the small ones that somebody loads later.
 * @param {readonly Chunk[]} modules
 * @param {esbuild.Metafile} metafile
 * @returns {Promise<readonly Chunk[]>}
 */
async function pack(modules, metafile) {
  const eager = loadedWith(ENTRY, metafile);
  const atOnce = [...eager].flatMap((path) => modules.filter((module) => module.path === path));
  const entry = { path: ENTRY, code: await joinModules(atOnce, asCommonJs(true)) };
  const chunks = await Promise.all(
    modules.filter(({ path }) => !eager.has(path)).map((module) => toCommonJs(module, false)),
  );
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const path of eager) places.set(path, { file: ENTRY, access: byName });
  const small = chunks.filter(({ code }) => code.length < LARGE);
  for (const { path } of small) places.set(path, { file: LATER, access: byCall });
  const alone = [entry, ...chunks.filter((chunk) => !small.includes(chunk))];
  const later = { path: LATER, code: packOf(small, places) };
  return [...alone.map((chunk) => ({ ...chunk, code: redirected(chunk, places) })), later];
}

/**
 * A file that exports a function: the name of a chunk to its exports, run when first asked for.
 * @param {readonly Chunk[]} chunks
 * @param {ReadonlyMap<string, Place>} places
 */
function packOf(chunks, places) {
  const entries = [...chunks]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((chunk) => {
      const name = JSON.stringify(posix.basename(chunk.path));
      return `${name}(module,exports,require){${redirected(chunk, places, LATER)}}`;
    });
  return `"use strict";const chunks={${entries.join(',')}},loaded={};
module.exports=name=>{const there=loaded[name];if(there)return there.exports;const module=loaded[name]={exports:{}};chunks[name](module,module.exports,require);return module.exports};
`;
}

/**
 * The code of a chunk, which asks the files that others are in. Names of chunks contain a hash, so that no other
 * text looks like one.
 * @param {Chunk} chunk
 * @param {ReadonlyMap<string, Place>} places
 * @param {string} [file] That the code will be in.
 */
function redirected({ path, code }, places, file = path) {
  const folder = posix.dirname(file);
  return code.replace(/require\("(\.{1,2}\/[^"]+)"\)/g, (whole, /** @type {string} */ name) => {
    const target = posix.join(posix.dirname(path), name);
    const place = places.get(target);
    if (place === undefined) return whole;
    const from = posix.relative(folder, place.file);
    const relativeName = from.startsWith('.') ? from : `./${from}`;
    return `require("${relativeName}")${place.access(posix.basename(target))}`;
  });
}

/**
 * An output and all that it loads when it is loaded, which leaves out what it loads later.
 * @param {string} entry
 * @param {esbuild.Metafile} metafile
 * @returns {ReadonlySet<string>}
 */
export function loadedWith(entry, metafile) {
  const found = new Set([entry]);
  for (const path of found) {
    for (const { path: next, kind, external } of metafile.outputs[path]?.imports ?? []) {
      if (kind !== 'dynamic-import' && external !== true) {
        found.add(next);
      }
    }
  }
  return found;
}
