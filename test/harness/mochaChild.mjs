// Runs test files with mocha in a process of its own: `node mochaChild.mjs <options as JSON>`.
// Used by mocha.mjs. Writes what passed and failed to a file, because standard output is for people.
import { writeFileSync } from 'node:fs';
import { url as debuggerUrl } from 'node:inspector';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Mocha from 'mocha';
import { overhear, secretsIn } from './canaries.mjs';
import { importTypeScript } from './importTypeScript.mjs';

/** How long a process may live on after its last test: open handles are a fault of the tests, in ms. */
const LINGER = 5_000;

/**
 * @typedef {object} MochaOptions
 * @property {string[]} files Paths from the root, or absolute.
 * @property {number} timeout For each test, in ms.
 * @property {string} countsFile
 * @property {string} [grep] Only tests with this in their titles.
 * @property {boolean} [bail]
 * @property {string} [hooks] A module with root hooks and what watches those of the suites, from the root.
 * @property {boolean} [isQuiet] Prints failures alone.
 */

/** Prints what failed, once all have run. */
class Failures extends Mocha.reporters.Base {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} settings
   */
  constructor(runner, settings) {
    super(runner, settings);
    runner.once('end', () => this.epilogue());
  }
}

/** @type {MochaOptions} */
const options = JSON.parse(process.argv[2] ?? '{}');

// Whatever a test or what it runs prints is read by people, and kept by build servers.
const printed = [process.stdout, process.stderr].map(overhear);

/** @type {{ hearRejections(during: () => string): () => Promise<readonly string[]> }} */
const { hearRejections } = await importTypeScript('test/fakes/rejections.ts');
let current = () => 'loading';
const lostRejections = hearRejections(() => current());

const mocha = new Mocha({
  ui: 'bdd',
  reporter: options.isQuiet === true ? Failures : 'spec',
  color: process.stdout.isTTY,
  // At a breakpoint no time counts.
  timeout: debuggerUrl() === undefined ? options.timeout : 0,
  slow: options.timeout / 4,
  forbidOnly: true,
  forbidPending: true,
  ...(options.grep === undefined ? {} : { fgrep: options.grep }),
  ...(options.bail === undefined ? {} : { bail: options.bail }),
});
for (const file of options.files) {
  mocha.addFile(resolve(file));
}
if (options.hooks !== undefined) {
  const { mochaHooks, watchHooks } = await import(pathToFileURL(resolve(options.hooks)).href);
  mocha.rootHooks(mochaHooks);
  mocha.suite.on('pre-require', watchHooks);
}
await mocha.loadFilesAsync();

/** @type {string[]} */
const failures = [];
/** @type {import('./counts.mjs').FailedTest[]} */
const failedTests = [];
/** @type {string[]} */
const titles = [];
/** @type {{ [file: string]: number }} */
const durations = {};
let began = 0;
const runner = mocha.run((count) => void report(count));
current = () => runner.currentRunnable?.fullTitle() ?? 'ending';
runner.on('test end', (test) => titles.push(test.fullTitle()));
runner.on('suite', ({ parent }) => {
  if (parent?.root === true) began = performance.now();
});
runner.on('suite end', ({ parent, file = '' }) => {
  if (parent?.root !== true) return;
  const path = relative(process.cwd(), file);
  durations[path] = (durations[path] ?? 0) + performance.now() - began;
});
runner.on('fail', (test, error) => {
  const title = test.fullTitle();
  failures.push(`${title}\n${error.stack}`);
  failedTests.push({ file: relative(process.cwd(), test.file ?? ''), title });
});

/** @param {number} count How many tests failed. */
async function report(count) {
  const passed = runner.stats?.passes ?? 0;
  const texts = [...printed.map((text) => text()), titles.join('\n')];
  const leaks = texts.flatMap(secretsIn);
  const faults = [
    ...leaks.map((leak) => `A secret was printed: ${leak}`),
    ...(await lostRejections()),
  ];
  for (const fault of faults) console.error(fault);
  failures.push(...faults);
  const failed = count + faults.length;
  const counts = { passed, failed, failures, failedTests, durations };
  writeFileSync(options.countsFile, JSON.stringify(counts));
  process.exitCode = failed > 0 ? 1 : 0;
  setTimeout(() => {
    console.error(
      `Still open after the last test: ${process.getActiveResourcesInfo().join(', ')}.`,
    );
    writeFileSync(options.countsFile, JSON.stringify({ ...counts, failed: failed + 1 }));
    process.exit(1);
  }, LINGER).unref();
}
