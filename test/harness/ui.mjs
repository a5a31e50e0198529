// `npm run test:ui [-- <part of a path>…]`: a real browser drives the real workbench, or the panels on their own.
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildProduct, buildStage } from '../../esbuild.mjs';
import { NONE, add } from './counts.mjs';
import { isMain } from './main.mjs';
import { runMocha } from './mocha.mjs';
import { shuffled, shuffledIfNamed } from './order.mjs';
import { FAILED, OUT, ROOT } from './paths.mjs';
import { PATIENCE } from './progress.mjs';
import { hasServer } from './provision.mjs';
import { provisionChromium } from './provisionChromium.mjs';
import { provisionServer } from './provisionServer.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/** Two per core: a story waits for its browser about half of its time. */
const WORKERS = 4;

/** The files that import this share a window: opening one takes longer than most stories. */
const SHARED = '/sharedWindow.mjs';
const SHARED_WINDOWS = 2;

/**
 * Files that play on stages alone have their own browsers and emulators, and some of them a process together: to load
 * what drives a browser takes a third of what most of them take.
 */
const STAGED = /\/(stage|usePlayground)\.mjs'/;
const IN_WINDOW = '/workbench.mjs';
const TOGETHER = 5;

/**
 * What runs the stories: each takes the next files as soon as it is done, so that they end together. A file has a server and
 * a browser of its own, and leaves nothing to the next. A story that failed runs once more alone, only to tell whether it
 * fails alone too.
 * @param {readonly string[]} parts Only files whose path contains one of these; all when empty.
 * @param {{ grep?: string }} [options] `grep`: only tests with this in their titles.
 * @returns {readonly (() => Promise<Counts>)[]}
 */
export function uiWorkers(parts = [], { grep } = {}) {
  const files = shuffled(
    globSync('test/ui/**/*.test.mjs', { cwd: ROOT })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)))
      .sort(),
  );
  const { shared = [], staged = [], own = [] } = Object.groupBy(files, kindOf);
  const shares = shuffled([
    ...dealt(shuffledIfNamed(shared.sort()), SHARED_WINDOWS),
    ...dealt(staged, Math.ceil(staged.length / TOGETHER)),
    ...own.map((file) => [file]),
  ]);
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
        timeout: 4 * PATIENCE,
        hooks: 'test/harness/failures.mjs',
        isBuffered,
        // What Node.js has compiled of VS Code and of this harness, for the next process.
        env: { NODE_COMPILE_CACHE: join(OUT, 'compiled') },
      };
      const counts = await runMocha(`ui-${worker}`, share, {
        ...options,
        ...(grep === undefined ? {} : { grep }),
      });
      all = add(all, counts);
      all = add(all, await runAlone(counts.failedTests ?? [], `ui-${worker}`, options));
    }
    return all;
  });
}

/**
 * Runs the files of failed stories once more, each alone. What comes of it is told, and counts for nothing.
 * @param {readonly import('./counts.mjs').FailedTest[]} failed
 * @param {string} name Of the suite.
 * @param {Parameters<typeof runMocha>[2]} options
 * @returns {Promise<Counts>}
 */
async function runAlone(failed, name, options) {
  /** @type {string[]} */
  const failures = [];
  for (const [file, stories = []] of Object.entries(Object.groupBy(failed, (one) => one.file))) {
    const { failedTests = [] } = await runMocha(name, [file], options);
    for (const { title } of stories) {
      const isAlike = failedTests.some((again) => again.title === title);
      failures.push(`${title}\n${isAlike ? 'It fails alone too.' : 'It fails only in company.'}`);
    }
  }
  return { ...NONE, failures };
}

/**
 * Items in so many lists of about the same length.
 * @param {readonly string[]} items
 * @param {number} count
 */
const dealt = (items, count) =>
  Array.from({ length: Math.min(count, items.length) }, (_, at) =>
    items.filter((_item, place) => place % count === at),
  );

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
