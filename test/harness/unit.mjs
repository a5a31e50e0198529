// `npm run test:unit [-- <part of a path>…]`: builds the unit tests without VS Code and runs them with mocha.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildUnitTests, unitTestFiles } from '../../esbuild.mjs';
import { NONE, add } from './counts.mjs';
import { isMain } from './main.mjs';
import { runMocha } from './mocha.mjs';
import { shuffled } from './order.mjs';
import { OUT } from './paths.mjs';

/** How long each file took, in ms: by that they are dealt to the processes. Nothing is lost without it. */
const DURATIONS = join(OUT, 'unit-durations.json');

const PROCESSES = 2;

/**
 * @param {readonly string[]} parts Only test files whose path contains one of these; all when empty.
 * @param {{ grep?: string }} [options] `grep`: only tests with this in their titles.
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runUnitTests(parts = [], { grep = '' } = {}) {
  const sources = unitTestFiles().filter(
    (path) => parts.length === 0 || parts.some((part) => path.includes(part)),
  );
  if (sources.length === 0) {
    throw new Error(`No unit test matches ${parts.join(', ')}.`);
  }
  const bundles = await buildUnitTests(sources);
  /** @type {{ [file: string]: number }} */
  const known = existsSync(DURATIONS) ? JSON.parse(readFileSync(DURATIONS, 'utf8')) : {};
  const isAll = parts.length === 0;
  const shares = isAll ? deal(bundles, known) : [shuffled(bundles)];
  const all = await Promise.all(
    shares.map((files, index) => runMocha(`unit-${index}`, files, { grep, isQuiet: isAll })),
  );
  const durations = Object.assign({}, known, ...all.map((one) => one.durations));
  writeFileSync(DURATIONS, JSON.stringify(durations));
  return all.reduce(add, NONE);
}

/**
 * The longest first, each to whoever has the least to do.
 * @param {readonly string[]} files
 * @param {{ [file: string]: number }} durations
 */
function deal(files, durations) {
  const shares = Array.from({ length: PROCESSES }, () => ({ files: [''].slice(1), sum: 0 }));
  const lengths = files.map((file) => ({ file, ms: durations[file] ?? 100 }));
  for (const { file, ms } of lengths.sort((a, b) => b.ms - a.ms)) {
    const share = shares.reduce((least, one) => (one.sum < least.sum ? one : least));
    share.files.push(file);
    share.sum += ms;
  }
  return shares.map((share) => shuffled(share.files));
}

if (isMain(import.meta.url)) {
  const { failed } = await runUnitTests(process.argv.slice(2));
  process.exitCode = failed > 0 ? 1 : 0;
}
