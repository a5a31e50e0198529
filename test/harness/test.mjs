// `npm test`: every suite; with --fast those without a VS Code; with parts of paths the test files that they name. The last
// line says what they came to.
import { globSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { buildProduct } from '../../esbuild.mjs';
import { NONE, add } from './counts.mjs';
import { runHostTests } from './host.mjs';
import { checkFormat, checkRules } from './lint.mjs';
import { checkManifest } from './manifest.mjs';
import { runMocha } from './mocha.mjs';
import { SEED } from './order.mjs';
import { ROOT } from './paths.mjs';
import { StepError } from './progress.mjs';
import { hasServer, provision } from './provision.mjs';
import { provisionChromium } from './provisionChromium.mjs';
import { runSdkTests } from './sdk.mjs';
import { runUiTests, uiWorkers } from './ui.mjs';
import { typecheck } from './typecheck.mjs';
import { runUnitTests } from './unit.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {readonly [name: string, run: () => Promise<Counts>]} Suite */

const USAGE = `npm test                                   everything
npm test -- --fast                         lint, types, unit tests, manifest and package
npm test -- <part of a path>… [-g title]   the test files with that in their paths; only tests with that title`;

/** @type {(files: string[], options?: { grep?: string }) => Promise<Counts>} */
const runPackageTests = (files, options) => runMocha('package', files, options);

const PACKAGE_TESTS = 'test/*.test.mjs';

/**
 * Where the test files of each suite are, what runs some of them, and whether that needs a build.
 * @type {readonly (readonly [name: string, files: string, run: (files: string[], options: { grep?: string }) => Promise<Counts>, isOnBuild: boolean])[]}
 */
const FILES = [
  ['unit', 'test/{unit/**/*,architecture}.test.ts', runUnitTests, false],
  ['package', PACKAGE_TESTS, runPackageTests, false],
  ['SDKs', 'test/sdk/**/*.test.mjs', runSdkTests, true],
  ['host', 'test/host/**/*.test.ts', runHostTests, true],
  ['ui', 'test/ui/**/*.test.mjs', runUiTests, true],
];

const find = (/** @type {string} */ pattern) =>
  globSync(pattern, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));

/**
 * What runs side by side: what checks the sources and the package, what builds and runs them, what runs in an extension
 * host, and the stories of the browser, which all take once they are done with their own. A window waits for about half of its
 * time, so that two cores have enough to do with four lanes, and not with fewer.
 * @param {boolean} isFast
 * @returns {readonly (readonly Suite[])[]}
 */
function lanes(isFast) {
  /** @type {PromiseWithResolvers<void>} */
  const built = Promise.withResolvers();
  const build = async () => {
    await buildProduct().finally(built.resolve);
    return { passed: 1, failed: 0 };
  };
  /** @type {Suite[]} */
  const checking = [
    ['types', typecheck],
    ['rules', checkRules],
    ['format', checkFormat],
    ['manifest', checkManifest],
  ];
  /** @type {Suite} */
  const packing = ['package', () => built.promise.then(() => runPackageTests(find(PACKAGE_TESTS)))];
  /** @type {Suite[]} */
  const running = [
    ['build', build],
    ['unit', () => runUnitTests()],
  ];
  if (isFast) return [checking, running, [packing]];
  // Fetching a VS Code is mostly waiting, so that it runs beside the first suites.
  const provisioned = Promise.all([provision(), hasServer ? provisionChromium() : undefined]);
  provisioned.catch(() => 'reported by the suite that waits for it');
  const provisioning = async () => {
    await provisioned;
    return { passed: 1, failed: 0 };
  };
  const stories = uiWorkers().map(
    (work) => /** @type {Suite} */ (['ui', () => built.promise.then(work)]),
  );
  /** @type {readonly (readonly Suite[])[]} */
  const own = [
    [...checking, packing],
    [...running, ['SDKs', () => runSdkTests()]],
    [
      ['VS Code', provisioning],
      ['host', () => built.promise.then(() => runHostTests())],
    ],
    [],
  ];
  return own.map((suites, lane) => [...suites, ...stories.slice(lane, lane + 1)]);
}

/**
 * The suites that have a file for each of these parts, with a build first where one needs it.
 * @param {readonly string[]} parts
 * @param {string | undefined} grep
 * @returns {Suite[]}
 */
function chosen(parts, grep) {
  const all = FILES.map(([name, pattern, work, isOnBuild]) => {
    const files = find(pattern).filter((path) => parts.some((part) => path.includes(part)));
    return { name, files, work, isOnBuild };
  });
  const lost = parts.filter((part) => !all.some(({ files }) => files.join('\0').includes(part)));
  if (lost.length > 0) throw new UsageError(`No test file has “${lost.join('”, “')}” in its path.`);
  const some = all.filter(({ files }) => files.length > 0);
  const options = grep === undefined ? {} : { grep };
  const suites = some.map(
    ({ name, files, work }) => /** @type {Suite} */ ([name, () => work(files, options)]),
  );
  const build = async () => {
    await buildProduct();
    return NONE;
  };
  return some.some(({ isOnBuild }) => isOnBuild) ? [['build', build], ...suites] : suites;
}

/** What was asked for can't be run. */
class UsageError extends Error {}

/** @param {string[]} args */
function readArguments(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { fast: { type: 'boolean' }, grep: { type: 'string', short: 'g' } },
    });
    const { fast: isFast = false, grep } = values;
    if (isFast && positionals.length > 0) throw new UsageError('--fast runs no chosen files.');
    if (grep !== undefined && positionals.length === 0) {
      throw new UsageError('-g needs a part of a path beside it.');
    }
    return { isFast, grep, parts: positionals };
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

/** How many files the end of a run names. */
const SLOWEST = 10;

/** @type {string[]} */
const summary = [];

/**
 * @param {Suite} suite
 * @returns {Promise<Counts>} A suite that throws is one failure.
 */
async function runSuite([name, work]) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  const counts = await work().catch((error) => {
    console.error(error instanceof StepError ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  summary.push(`${name.padEnd(10)} ${counts.passed} passed, ${counts.failed} failed, ${seconds} s`);
  return counts;
}

/** @param {readonly Suite[]} suites */
async function runLane(suites) {
  let sum = NONE;
  for (const suite of suites) sum = add(sum, await runSuite(suite));
  return sum;
}

async function main() {
  const { isFast, grep, parts } = readArguments(process.argv.slice(2));
  const all = parts.length === 0 ? lanes(isFast) : [chosen(parts, grep)];
  const total = (await Promise.all(all.map(runLane))).reduce(add, NONE);
  if (total.passed + total.failed === 0) {
    throw new UsageError(`No test there has “${grep}” in its title.`);
  }
  // Once more at the end: the lanes print at the same time, and the browser's stories are long.
  for (const failure of total.failures ?? []) console.log(`\nFailed: ${failure}`);
  const slowest = Object.entries(total.durations ?? {}).sort(([, a], [, b]) => b - a);
  console.log('\nThe slowest files:');
  for (const [file, ms] of slowest.slice(0, SLOWEST)) {
    console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
  }
  console.log(`\nOrder of files: TEST_SEED=${SEED}`);
  console.log(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
