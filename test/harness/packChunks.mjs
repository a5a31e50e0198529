import { posix } from 'node:path';
import * as esbuild from 'esbuild';
import { chunkGroups } from './chunkGroups.mjs';
import { joinModules } from './joinModules.mjs';
import { plainNamespaces } from './plainNamespaces.mjs';
import { readAtOnce } from './readAtOnce.mjs';

/** Larger chunks stay files of their own, so that only who needs one reads it. In bytes. */
const LARGE = 24 * 1024;

/** Where the small chunks are of which each runs alone. */
const LATER = 'dist/chunks/later.js';

/** @type {import('./joinModules.mjs').Form} */
const FORM = {
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  minify: true,
  // V8 keeps a source of one-byte characters in half the memory.
  charset: 'ascii',
  supported: { 'dynamic-import': false },
};

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
 * esbuild makes a chunk for every set of users, dozens of them and most of them tiny. Those that are loaded
 * together become one file; of the others, the small ones share a file, in which each runs when first required. What
 * holds a package stays a file of its own: nobody reads one without a need for it.
 * @param {readonly Chunk[]} split ES modules, as esbuild has split them.
 * @param {esbuild.Metafile} metafile
 * @returns {Promise<readonly Chunk[]>} CommonJS.
 */
export async function packChunks(split, metafile) {
  const modules = split.map(({ path, code }) => ({ path, code: plainNamespaces(code) }));
  const groups = chunkGroups(metafile);
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const { file, chunks } of groups) {
    for (const path of chunks) places.set(path, { file, access: byName });
  }
  const joined = await Promise.all(
    groups.map(async ({ file, chunks, copies = [] }) => {
      const all = [...chunks, ...copies];
      const members = all.flatMap((path) => modules.filter((module) => module.path === path));
      return { path: file, code: await joinModules(file, members, FORM) };
    }),
  );
  const single = await Promise.all(
    modules
      .filter(({ path }) => !places.has(path))
      .map(async ({ path, code }) => ({ path, ...(await esbuild.transform(code, FORM)) })),
  );
  const small = single.filter(({ path, code }) => code.length < LARGE && isOurs(path, metafile));
  for (const { path } of small) places.set(path, { file: LATER, access: byCall });
  const alone = [...joined, ...single.filter((chunk) => !small.includes(chunk))];
  return [
    ...alone.map((chunk) => ({ path: chunk.path, code: readAtOnce(redirected(chunk, places)) })),
    { path: LATER, code: packOf(small, places) },
  ];
}

/**
 * @param {string} path
 * @param {esbuild.Metafile} metafile
 */
function isOurs(path, metafile) {
  const inputs = Object.entries(metafile.outputs[path]?.inputs ?? {});
  return !inputs.some(
    ([source, { bytesInOutput }]) => bytesInOutput > 0 && source.includes('node_modules/'),
  );
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
