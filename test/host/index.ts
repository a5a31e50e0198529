import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';

/** For each test: a real VS Code on a busy machine with two cores is slow at times, in ms. */
const TIMEOUT = 60_000;

/**
 * Runs every host test in this extension host; VS Code calls it. The environment names the file for the
 * counts, and with TEST_GREP which tests to run.
 * @throws {Error} When a test failed, so that VS Code exits with 1.
 */
export async function run(): Promise<void> {
  const { TEST_COUNTS_FILE: countsFile, TEST_GREP: grep } = process.env;
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: 'spec',
    color: false,
    timeout: TIMEOUT,
    forbidOnly: true,
    forbidPending: true,
    ...(grep === undefined || grep === '' ? {} : { grep }),
  });
  for (const name of readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.test.js')) {
      mocha.addFile(join(__dirname, name));
    }
  }
  const counts = await new Promise<{ passed: number; failed: number; failures: string[] }>(
    (resolve) => {
      const runner = mocha.run((failed) =>
        resolve({ passed: runner.stats?.passes ?? 0, failed, failures }),
      );
      const failures: string[] = [];
      runner.on('fail', (test, error: Error) => {
        failures.push(`${test.fullTitle()}\n${error.stack ?? error.message}`);
      });
    },
  );
  if (countsFile !== undefined) {
    writeFileSync(countsFile, JSON.stringify(counts));
  }
  if (counts.failed > 0) {
    throw new Error(`${counts.failed} host tests failed.`);
  }
}
