import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadedWith, NETWORK_FILE, SIGN_IN_FILE, sourcesOf } from '../../build/chunks.mjs';
import { ROOT } from '../../harness/paths.mjs';
import { inFreshProcess } from '../child.mjs';
import { lowest } from '../verdict.mjs';

const ENTRY = 'dist/extension.js';

const PROCESSES = 15;

/** @typedef {{ ms: number, files: string[] }} Load */

/**
 * Sizes in KB, times in ms (the best of all processes, noise being one-sided) in a process that has Node's own modules
 * loaded, as an extension host has.
 * @typedef {object} StartupFigures
 * @property {number} entryKb With all that is loaded at once.
 * @property {number} entryMs
 * @property {number} heavy Files loaded at once that hold packages.
 * @property {number} networkKb With all that it loads.
 * @property {number} networkMs
 * @property {number} networkCachedMs With Node's compile cache.
 * @property {number} signInKb The library for accounts, after the network.
 * @property {number} signInMs
 * @property {number} early Files with that library which are loaded before.
 */

/**
 * @param {import('./table.mjs').Context} context
 * @returns {Promise<StartupFigures>}
 */
export async function measureStartup({ metafile, progress }) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-startup-'));
  try {
    const ours = { paths: [ENTRY, NETWORK_FILE, SIGN_IN_FILE].map((path) => join(ROOT, path)) };
    /** @type {Load[][]} */
    const plain = [];
    /** @type {Load[][]} */
    const cached = [];
    // The first round fills the cache.
    for (let round = 0; round <= PROCESSES; round += 1) {
      progress(`start ${round} of ${PROCESSES}`);
      const { loads } = await inFreshProcess('startupChild.mjs', ours);
      const { loads: again } = await inFreshProcess('startupChild.mjs', { ...ours, cache: folder });
      if (round === 0) continue;
      plain.push(loads);
      cached.push(again);
    }
    const [entry, network, signIn] = plain[0] ?? [];
    const before = [...(entry?.files ?? []), ...(network?.files ?? [])];
    return {
      entryKb: await kilobytes(entry?.files ?? []),
      entryMs: fastest(plain, 0),
      heavy: [...loadedWith([ENTRY], metafile)].filter((path) => holdsPackages(path, metafile))
        .length,
      networkKb: await kilobytes(network?.files ?? []),
      networkMs: fastest(plain, 1),
      networkCachedMs: fastest(cached, 1),
      signInKb: await kilobytes(signIn?.files ?? []),
      signInMs: fastest(plain, 2),
      early: before.filter((path) => path === join(ROOT, SIGN_IN_FILE)).length,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {readonly (readonly Load[])[]} processes
 * @param {number} index Of the file.
 */
const fastest = (processes, index) => lowest(processes.map((loads) => loads[index]?.ms ?? NaN));

/**
 * @param {string} path
 * @param {import('esbuild').Metafile} metafile
 */
const holdsPackages = (path, metafile) =>
  sourcesOf(path, metafile).some((source) => source.includes('node_modules/'));

/** @param {readonly string[]} paths */
async function kilobytes(paths) {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}
