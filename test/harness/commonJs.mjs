import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, posix, relative, resolve } from 'node:path';
import * as esbuild from 'esbuild';

/** Larger chunks stay files of their own, so that only who needs one reads it. In bytes. */
const LARGE = 24 * 1024;

/** @typedef {{ path: string, code: string }} Chunk `path` from the root, with forward slashes. */

/**
 * esbuild splits only ES modules, and VS Code loads an extension as CommonJS fastest: so the host is built
 * as split ES modules in memory, and each output is turned into CommonJS on its own. Every class keeps one
 * identity, and `import()` becomes a lazy `require`. esbuild makes a chunk for every set of users, dozens of
 * them and most of them tiny: the small ones share two files, in which each still runs when first required.
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
        const scripts = outputFiles.filter((file) => file.path.endsWith('.js'));
        const chunks = await Promise.all(
          scripts.map(async (file) => ({
            path: relative(root, file.path).replaceAll('\\', '/'),
            code: await toCommonJs(file, minify),
          })),
        );
        const files = minify && metafile !== undefined ? pack(chunks, metafile) : chunks;
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
 * @param {esbuild.OutputFile} file
 * @param {boolean} minify
 */
async function toCommonJs(file, minify) {
  const { code } = await esbuild.transform(file.text, {
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    minify,
    charset: 'utf8',
    supported: { 'dynamic-import': false },
    sourcefile: basename(file.path),
    sourcemap: minify ? false : 'inline',
  });
  return code;
}

/**
 * Puts small chunks together: those that the entry loads at once, and those that somebody loads later.
 * @param {readonly Chunk[]} chunks
 * @param {esbuild.Metafile} metafile
 * @returns {readonly Chunk[]}
 */
function pack(chunks, metafile) {
  const eager = loadedWith('dist/extension.js', metafile);
  /** @type {Map<string, string>} */
  const packs = new Map();
  for (const { path, code } of chunks) {
    if (path.startsWith('dist/chunks/') && code.length < LARGE) {
      packs.set(path, `dist/chunks/${eager.has(path) ? 'shared' : 'later'}.js`);
    }
  }
  const alone = chunks.filter(({ path }) => !packs.has(path));
  const together = [...new Set(packs.values())].map((path) => ({
    path,
    code: packOf(
      chunks.filter((chunk) => packs.get(chunk.path) === path),
      packs,
    ),
  }));
  return [...alone.map((chunk) => ({ ...chunk, code: redirected(chunk, packs) })), ...together];
}

/**
 * A file that exports a function: the name of a chunk to its exports, run when first asked for.
 * @param {readonly Chunk[]} chunks
 * @param {ReadonlyMap<string, string>} packs
 */
function packOf(chunks, packs) {
  const entries = [...chunks]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((chunk) => {
      const name = JSON.stringify(posix.basename(chunk.path));
      return `${name}(module,exports,require){${redirected(chunk, packs)}}`;
    });
  return `"use strict";const chunks={${entries.join(',')}},loaded={};
module.exports=name=>{const there=loaded[name];if(there)return there.exports;const module=loaded[name]={exports:{}};chunks[name](module,module.exports,require);return module.exports};
`;
}

/**
 * The code of a chunk, asking packs for what is in them. Names of chunks contain a hash, so that no other
 * text looks like one.
 * @param {Chunk} chunk
 * @param {ReadonlyMap<string, string>} packs
 */
function redirected({ path, code }, packs) {
  const folder = posix.dirname(packs.get(path) ?? path);
  return code.replace(/require\("(\.{1,2}\/[^"]+)"\)/g, (whole, /** @type {string} */ name) => {
    const target = posix.join(posix.dirname(path), name);
    const file = packs.get(target);
    if (file === undefined) {
      return whole;
    }
    const from = posix.relative(folder, file);
    return `require("${from.startsWith('.') ? from : `./${from}`}")("${posix.basename(target)}")`;
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
