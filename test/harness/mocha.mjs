import { readFile, rm } from 'node:fs/promises';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOM, capture, run } from './processes.mjs';
import { OUT, ROOT } from './paths.mjs';
import { PATIENCE } from './progress.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/**
 * Runs test files with mocha in a child process and prints its report.
 * @param {string} name Of the suite.
 * @param {string[]} files
 * @param {Partial<Omit<import('./mochaChild.mjs').MochaOptions, 'files' | 'countsFile'>> & { env?: NodeJS.ProcessEnv, isBuffered?: boolean }} [options] `isBuffered` prints its report once it has ended, for those that run beside others.
 * @returns {Promise<Counts>} A child that ends without a report counts as one failure.
 */
export async function runMocha(name, files, { env, isBuffered = false, ...options } = {}) {
  mkdirSync(OUT, { recursive: true });
  const countsFile = join(OUT, `${name}-counts.json`);
  await rm(countsFile, { force: true });
  const child = join(import.meta.dirname, 'mochaChild.mjs');
  const args = [
    '--enable-source-maps',
    ROOM,
    child,
    JSON.stringify({ files, countsFile, timeout: PATIENCE, ...options }),
  ];
  const where = { cwd: ROOT, ...(env === undefined ? {} : { env: { ...process.env, ...env } }) };
  if (!isBuffered) return await readCounts(countsFile, await run(process.execPath, args, where));
  const { code, output } = await capture(process.execPath, args, where);
  process.stdout.write(output);
  return await readCounts(countsFile, code);
}

/**
 * @param {string} file
 * @param {number} code Exit code of the process that was to write it.
 * @returns {Promise<Counts>}
 */
export async function readCounts(file, code) {
  /** @type {Counts | undefined} */
  const counts = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  if (counts === undefined) {
    console.error(`The tests ended with exit code ${code} before they had reported.`);
    return { passed: 0, failed: 1 };
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
