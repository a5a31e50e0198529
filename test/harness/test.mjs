// `npm test`: every suite; the last line says what they came to.
import { performance } from 'node:perf_hooks';
import { buildProduct } from '../../esbuild.mjs';
import { NONE, add } from './counts.mjs';
import { runHostTests } from './host.mjs';
import { lint } from './lint.mjs';
import { checkManifest } from './manifest.mjs';
import { runMocha } from './mocha.mjs';
import { StepError } from './progress.mjs';
import { hasServer, provision } from './provision.mjs';
import { provisionChromium } from './provisionChromium.mjs';
import { runSdkTests } from './sdk.mjs';
import { typecheck } from './typecheck.mjs';
import { runUiTests } from './ui.mjs';
import { runUnitTests } from './unit.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/** What the build leaves: the extension package, and the client for scripts. */
const PACKAGE_TESTS = ['test/package.test.mjs', 'test/readme.test.mjs'];

/** For each test of the package, in ms: it is built and packed twice. */
const PACKAGE_TIMEOUT = 120_000;

// Fetching a VS Code is mostly waiting, so that it runs beside the first suites.
const provisioned = Promise.all([provision(), hasServer ? provisionChromium() : undefined]);
provisioned.catch(() => 'reported by the suite that waits for it');

/**
 * Two lanes, for two cores: what only reads the sources, and what builds and runs them. Within a lane one
 * suite follows the other.
 * @type {readonly (readonly (readonly [name: string, run: () => Promise<Counts>])[])[]}
 */
const LANES = [
  [
    ['lint', lint],
    ['types', typecheck],
    ['manifest', checkManifest],
  ],
  [
    ['build', build],
    ['unit', () => runUnitTests()],
    ['package', () => runMocha('package', PACKAGE_TESTS, { timeout: PACKAGE_TIMEOUT })],
    ['SDKs', () => runSdkTests()],
    ['VS Code', provisioning],
    ['host', () => runHostTests()],
    ['ui', () => runUiTests()],
  ],
];

/** @returns {Promise<Counts>} */
async function build() {
  await buildProduct();
  return { passed: 1, failed: 0 };
}

/** @returns {Promise<Counts>} */
async function provisioning() {
  await provisioned;
  return { passed: 1, failed: 0 };
}

/**
 * @param {string} name
 * @param {() => Promise<Counts>} work
 * @returns {Promise<Counts>} A suite that throws is one failure.
 */
async function runSuite(name, work) {
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

/** @type {string[]} */
const summary = [];
const counts = await Promise.all(
  LANES.map(async (suites) => {
    let sum = NONE;
    for (const [name, work] of suites) sum = add(sum, await runSuite(name, work));
    return sum;
  }),
);
const total = counts.reduce(add, NONE);
// Once more at the end: two lanes print at the same time, and the browser's stories are long.
for (const failure of total.failures ?? []) console.log(`\nFailed: ${failure}`);
console.log(`\n${summary.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
