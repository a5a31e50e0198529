import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { loadedWith } from '../../harness/commonJs.mjs';
import { ROOT } from '../../harness/paths.mjs';
import { inFreshProcess } from '../child.mjs';
import { lowest } from '../verdict.mjs';

const ENTRY = 'dist/extension.js';

/** What the first call with an API key loads, by the sources that begin it. */
const NETWORK = ['src/api/client.ts', 'src/api/undiciTransport.ts', 'src/api/undici/dispatcher.ts'];

const PROCESSES = 15;

/** @typedef {{ entryMs: number, laterMs: number, loaded: string[] }} ProcessFigures */

/**
 * Sizes in KB, times in ms (the best of all processes, noise being one-sided) in a process that has Node's own modules loaded, as an extension host has.
 * @typedef {object} StartupFigures
 * @property {number} entryKb With all that is loaded at once.
 * @property {number} entryMs
 * @property {number} heavy Files loaded at once that hold packages.
 * @property {number} networkKb
 * @property {number} networkMs
 * @property {number} networkCachedMs With Node's compile cache.
 */

/**
 * @param {import('./table.mjs').Context} context
 * @returns {Promise<StartupFigures>}
 */
export async function measureStartup({ metafile, progress }) {
  const entry = join(ROOT, ENTRY);
  const outputs = networkOutputs(metafile);
  const later = outputs.map(chunkOf);
  const cache = await mkdtemp(join(tmpdir(), 'bench-cache-'));
  /** @type {ProcessFigures[]} */
  const plain = [];
  /** @type {ProcessFigures[]} */
  const cached = [];
  try {
    // The first run fills the cache.
    await inFreshProcess('startupChild.mjs', { entry, later, cache });
    for (let count = 1; count <= PROCESSES; count += 1) {
      progress(`start ${count} of ${PROCESSES}`);
      plain.push(await inFreshProcess('startupChild.mjs', { entry, later }));
      cached.push(await inFreshProcess('startupChild.mjs', { entry, later, cache }));
    }
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
  const loaded = (plain[0]?.loaded ?? []).filter((path) => path.startsWith(join(ROOT, 'dist')));
  return {
    entryKb: await kilobytes(loaded),
    entryMs: lowest(plain.map((one) => one.entryMs)),
    heavy: [...loadedWith(ENTRY, metafile)].filter((path) => holdsPackages(path, metafile)).length,
    networkKb: await kilobytes([...new Set(later.map(({ path }) => path))]),
    networkMs: lowest(plain.map((one) => one.laterMs)),
    networkCachedMs: lowest(cached.map((one) => one.laterMs)),
  };
}

/**
 * @param {import('esbuild').Metafile} metafile
 * @returns {readonly string[]}
 */
function networkOutputs(metafile) {
  return NETWORK.map((source) => {
    const found = Object.entries(metafile.outputs).find(
      ([path, { inputs }]) =>
        path.startsWith('dist/chunks/') && (inputs[source]?.bytesInOutput ?? 0) > 0,
    );
    if (found === undefined) throw new Error(`${source} is in no chunk.`);
    return found[0];
  });
}

/**
 * Where a chunk is found: in a file of its own, or among the small ones.
 * @param {string} output
 */
function chunkOf(output) {
  const path = join(ROOT, output);
  return existsSync(path)
    ? { path }
    : { path: join(ROOT, 'dist/chunks/later.js'), name: basename(output) };
}

/**
 * @param {string} path
 * @param {import('esbuild').Metafile} metafile
 */
function holdsPackages(path, metafile) {
  return Object.entries(metafile.outputs[path]?.inputs ?? {}).some(
    ([source, { bytesInOutput }]) => bytesInOutput > 0 && source.includes('node_modules/'),
  );
}

/** @param {readonly string[]} paths */
async function kilobytes(paths) {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}
