import { posix } from 'node:path';
import * as esbuild from 'esbuild';
import { chunkGroups } from './chunkGroups.mjs';
import { directCalls } from './directCalls.mjs';
import { joinModules } from './joinModules.mjs';
import { lazyModules } from './lazyModules.mjs';
import { plainNamespaces } from './plainNamespaces.mjs';
import { readAtOnce } from './readAtOnce.mjs';
import { usedImports } from './usedImports.mjs';

/** Larger chunks stay files of their own, so that only who needs one reads it. In bytes. */
const LARGE = 32 * 1024;

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

/** How CommonJS names another chunk. */
const REQUIRED = /require\("(\.{1,2}\/[^"]+)"\)/g;

/** @typedef {{ path: string, code: string }} Chunk `path` from the root, with forward slashes. */

/**
 * Where a chunk is found that is no file of its own.
 * @typedef {object} Place
 * @property {string} file
 * @property {string} access From what the file exports to what the chunk exports.
 */

/** @param {string} key */
const byName = (key) => `[${JSON.stringify(key)}]`;

/** @param {string} key */
const byCall = (key) => `(${JSON.stringify(key)})`;

/**
 * esbuild makes a chunk for every set of users, dozens of them and most of them tiny. Those that are loaded
 * together become one file; of the others, the small ones share a file, in which each runs when first required. What
 * holds a package stays a file of its own: nobody reads one without a need for it.
 * @param {readonly Chunk[]} split ES modules, as esbuild has split them.
 * @param {esbuild.Metafile} metafile
 * @returns {Promise<readonly Chunk[]>} CommonJS.
 */
export async function packChunks(split, metafile) {
  const modules = split.map(({ path, code }) => ({
    path,
    code: usedImports(plainNamespaces(code)),
  }));
  const groups = chunkGroups(metafile);
  const keys = keysOf(modules.map(({ path }) => path));
  const keyOf = (/** @type {string} */ path) => keys.get(path) ?? '';
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const { file, chunks } of groups) {
    for (const path of chunks) places.set(path, { file, access: byName(keyOf(path)) });
  }
  const joined = await Promise.all(
    groups.map(async ({ file, chunks, copies = [] }) => {
      const all = [...chunks, ...copies];
      const members = all.flatMap((path) =>
        modules
          .filter((module) => module.path === path)
          .map((module) => ({ ...module, name: keyOf(path) })),
      );
      return { path: file, code: await joinModules(file, members, FORM) };
    }),
  );
  const single = await Promise.all(
    modules
      .filter(({ path }) => !places.has(path))
      .map(async ({ path, code }) => ({ path, ...(await esbuild.transform(code, FORM)) })),
  );
  const small = new Set(
    single
      .filter(({ path, code }) => code.length < LARGE && isOurs(path, metafile))
      .map(({ path }) => path),
  );
  for (const path of small) places.set(path, { file: LATER, access: byCall(keyOf(path)) });
  const alone = [...joined, ...single.filter(({ path }) => !small.has(path))];
  const asked = new Set(alone.flatMap(requiredBy));
  const lazy = modules
    .filter(({ path }) => small.has(path))
    .map((one) => ({ ...one, name: asked.has(one.path) ? keyOf(one.path) : undefined }))
    .sort((a, b) => (originOf(a.path, metafile) < originOf(b.path, metafile) ? -1 : 1));
  const later = { path: LATER, code: await lazyModules(LATER, lazy, FORM) };
  return [
    ...alone.map((chunk) => ({
      path: chunk.path,
      code: readAtOnce(directCalls(redirected(chunk, places))),
    })),
    { path: LATER, code: directCalls(redirected(later, places)) },
  ];
}

/**
 * The chunks that one requires, by path from the root.
 * @param {Chunk} chunk
 */
function requiredBy({ path, code }) {
  const folder = posix.dirname(path);
  return [...code.matchAll(REQUIRED)].map(([, name = '']) => posix.join(folder, name));
}

/**
 * The source that a chunk begins with: what stands together in our folders is alike.
 * @param {string} path
 * @param {esbuild.Metafile} metafile
 */
function originOf(path, metafile) {
  const { entryPoint, inputs = {} } = metafile.outputs[path] ?? {};
  return entryPoint ?? Object.keys(inputs)[0] ?? path;
}

/**
 * Short names, the same for the same chunks: those that esbuild gives have hashes, of which nothing is left to
 * compress.
 * @param {readonly string[]} paths
 * @returns {ReadonlyMap<string, string>}
 */
function keysOf(paths) {
  return new Map([...paths].sort().map((path, index) => [path, index.toString(36)]));
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
 * The code of a chunk, which asks the files that others are in. Names of chunks contain a hash, so that no other
 * text looks like one.
 * @param {Chunk} chunk
 * @param {ReadonlyMap<string, Place>} places
 */
function redirected({ path, code }, places) {
  const folder = posix.dirname(path);
  return code.replace(REQUIRED, (whole, /** @type {string} */ name) => {
    const target = posix.join(posix.dirname(path), name);
    const place = places.get(target);
    if (place === undefined) return whole;
    const from = posix.relative(folder, place.file);
    const relativeName = from.startsWith('.') ? from : `./${from}`;
    return `require("${relativeName}")${place.access}`;
  });
}
