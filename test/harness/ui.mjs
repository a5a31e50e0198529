// `npm run test:ui [-- <part of a path>…]`: a real browser drives the real workbench, or the panels on their own.
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildProduct, buildStage } from '../../esbuild.mjs';
import { NONE, add } from './counts.mjs';
import { isMain } from './main.mjs';
import { runMocha } from './mocha.mjs';
import { FAILED, OUT, ROOT } from './paths.mjs';
import { PATIENCE } from './progress.mjs';
import { hasServer } from './provision.mjs';
import { provisionChromium } from './provisionChromium.mjs';
import { provisionServer } from './provisionServer.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/** How long each file took, in ms: the longest begins first. Without it the largest does. */
const DURATIONS = join(OUT, 'ui-durations.json');

/** Two per core: a story waits for its browser about half of its time. */
const WORKERS = 4;

/** The files that import this share a process, and a window in it: to open one takes longer than most stories. */
const SHARED = '/sharedWindow.mjs';

/**
 * Files that play on stages alone have their own browsers and emulators, and some of them a process together: to load
 * what drives a browser takes a third of what most of them take.
 */
const STAGED = /\/(stage|usePlayground)\.mjs'/;
const IN_WINDOW = '/workbench.mjs';
const TOGETHER = 5;

/**
 * What runs the stories: each takes the next file as soon as it is done with one, so that they end together. A file has
 * a server and a browser of its own, and leaves nothing to the next.
 * @param {readonly string[]} parts Only files whose path contains one of these; all when empty.
 * @param {{ grep?: string }} [options] `grep`: only tests with this in their titles.
 * @returns {readonly (() => Promise<Counts>)[]}
 */
export function uiWorkers(parts = [], { grep } = {}) {
  /** @type {{ [file: string]: number }} */
  const durations = existsSync(DURATIONS) ? JSON.parse(readFileSync(DURATIONS, 'utf8')) : {};
  const length = (/** @type {string} */ file) =>
    durations[file] ?? statSync(join(ROOT, file)).size * 2;
  const files = globSync('test/ui/**/*.test.mjs', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)));
  const { shared = [], staged = [], own = [] } = Object.groupBy(files, kindOf);
  staged.sort((a, b) => length(b) - length(a));
  const count = Math.ceil(staged.length / TOGETHER);
  const handfuls = Array.from({ length: count }, (_, at) =>
    staged.filter((_file, place) => place % count === at),
  );
  const sum = (/** @type {readonly string[]} */ list) =>
    list.map(length).reduce((a, b) => a + b, 0);
  const shares = [shared, ...handfuls, ...own.map((file) => [file])]
    .filter((list) => list.length > 0)
    .sort((a, b) => sum(b) - sum(a));
  /** @type {Promise<void> | undefined} */
  let built;
  const isBuffered = shares.length > 1;
  rmSync(FAILED, { recursive: true, force: true });
  return Array.from({ length: WORKERS }, (_, worker) => async () => {
    if (!hasServer) {
      console.log('The UI tests need Linux on x86-64, where VS Code runs in a headless browser.');
      return NONE;
    }
    built ??= buildStage();
    await Promise.all([provisionServer(), provisionChromium(), built]);
    let all = NONE;
    for (let share = shares.shift(); share !== undefined; share = shares.shift()) {
      const options = {
        // A story that waits for what never comes says so before.
        ...{ timeout: 2 * PATIENCE, hooks: 'test/harness/failures.mjs', isBuffered },
        // What Node.js has compiled of VS Code and of this harness, for the next process.
        env: { NODE_COMPILE_CACHE: join(OUT, 'compiled') },
      };
      const { durations: lasted, ...counts } = await runMocha(`ui-${worker}`, share, {
        ...options,
        ...(grep === undefined ? {} : { grep }),
      });
      all = add(all, counts);
      Object.assign(durations, lasted);
      writeFileSync(DURATIONS, JSON.stringify(durations, undefined, 2));
    }
    return all;
  });
}

/** What a file needs. @param {string} file */
function kindOf(file) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  if (text.includes(SHARED)) return 'shared';
  return STAGED.test(text) && !text.includes(IN_WINDOW) ? 'staged' : 'own';
}

/**
 * Needs a build.
 * @param {readonly string[]} [parts]
 * @param {{ grep?: string }} [options]
 * @returns {Promise<Counts>}
 */
export async function runUiTests(parts, options) {
  const all = await Promise.all(uiWorkers(parts, options).map((work) => work()));
  return all.reduce(add, NONE);
}

if (isMain(import.meta.url)) {
  await buildProduct();
  const { failed } = await runUiTests(process.argv.slice(2));
  process.exitCode = failed > 0 ? 1 : 0;
}
