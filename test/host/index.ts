import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import { hearRejections } from '../fakes/rejections';

/**
 * Runs every host test in this extension host; VS Code calls it. The environment names the file for the
 * counts, how long a test may take in ms, and with TEST_GREP which tests to run.
 * @throws {Error} When a test failed, so that VS Code exits with 1.
 */
export async function run(): Promise<void> {
  const { TEST_COUNTS_FILE: countsFile, TEST_PATIENCE: patience, TEST_GREP: grep } = process.env;
  let current = (): string => 'loading';
  const lostRejections = hearRejections(() => current());
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: 'spec',
    color: false,
    timeout: Number(patience),
    forbidOnly: true,
    forbidPending: true,
    ...(grep === undefined || grep === '' ? {} : { fgrep: grep }),
  });
  for (const name of readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.test.js')) {
      mocha.addFile(join(__dirname, name));
    }
  }
  const failures: string[] = [];
  const stats = await new Promise<Mocha.Stats | undefined>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats));
    current = () => runner.currentRunnable?.fullTitle() ?? 'ending';
    runner.on('fail', (test, error: Error) => {
      failures.push(`${test.fullTitle()}\n${error.stack ?? error.message}`);
    });
  });
  const lost = await lostRejections();
  for (const text of lost) console.error(text);
  failures.push(...lost);
  const counts = { passed: stats?.passes ?? 0, failed: failures.length, failures };
  if (countsFile !== undefined) {
    writeFileSync(countsFile, JSON.stringify(counts));
  }
  if (counts.failed > 0) {
    throw new Error(`${counts.failed} host tests failed.`);
  }
}
