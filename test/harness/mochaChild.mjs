// Runs test files with mocha in a process of its own: `node mochaChild.mjs <options as JSON>`.
// Used by mocha.mjs. Writes what passed and failed to a file, because standard output is for people.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Mocha from 'mocha';
import { overhear, secretsIn } from './canaries.mjs';

/** How long a process may live on after its last test: open handles are a fault of the tests, in ms. */
const LINGER = 5_000;

/**
 * @typedef {object} MochaOptions
 * @property {string[]} files Paths from the root, or absolute.
 * @property {number} timeout For each test, in ms.
 * @property {string} countsFile
 * @property {string} [grep]
 * @property {boolean} [bail]
 */

/** @type {MochaOptions} */
const options = JSON.parse(process.argv[2] ?? '{}');

// Whatever a test or what it runs prints is read by people, and kept by build servers.
const printed = [process.stdout, process.stderr].map(overhear);

const mocha = new Mocha({
  ui: 'bdd',
  reporter: 'spec',
  color: process.stdout.isTTY,
  timeout: options.timeout,
  slow: options.timeout / 4,
  forbidOnly: true,
  forbidPending: true,
  ...(options.grep === undefined ? {} : { grep: options.grep }),
  ...(options.bail === undefined ? {} : { bail: options.bail }),
});
for (const file of options.files) {
  mocha.addFile(resolve(file));
}
await mocha.loadFilesAsync();

const runner = mocha.run((count) => {
  const passed = runner.stats?.passes ?? 0;
  const leaks = printed.flatMap((text) => secretsIn(text()));
  for (const leak of leaks) console.error(`A secret was printed: ${leak}`);
  const failed = count + leaks.length;
  writeFileSync(options.countsFile, JSON.stringify({ passed, failed, failures }));
  process.exitCode = failed > 0 ? 1 : 0;
  setTimeout(() => {
    console.error(
      `Still open after the last test: ${process.getActiveResourcesInfo().join(', ')}.`,
    );
    writeFileSync(options.countsFile, JSON.stringify({ passed, failed: failed + 1, failures }));
    process.exit(1);
  }, LINGER).unref();
});
/** @type {string[]} */
const failures = [];
runner.on('fail', (test, error) => failures.push(`${test.fullTitle()}\n${error.stack}`));
