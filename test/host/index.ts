import { writeFileSync } from 'node:fs';
import { delimiter, relative, resolve } from 'node:path';
import Mocha from 'mocha';
import { hearRejections } from '../fakes/rejections';

/**
 * Runs the host tests in this extension host; VS Code calls it. The environment names the test files in their order, the
 * file for the counts, how long a test may take in ms, and with TEST_GREP which tests to run.
 * @throws {Error} When a test failed, so that VS Code exits with 1.
 */
export async function run(): Promise<void> {
  const { TEST_COUNTS_FILE: countsFile, TEST_PATIENCE: patience, TEST_GREP: grep } = process.env;
  const root = resolve(__dirname, '../..');
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
  for (const name of (process.env['TEST_ORDER'] ?? '').split(delimiter)) {
    mocha.addFile(resolve(root, name));
  }
  const failures: string[] = [];
  const durations: { [file: string]: number } = {};
  let began = 0;
  const stats = await new Promise<Mocha.Stats | undefined>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats));
    current = () => runner.currentRunnable?.fullTitle() ?? 'ending';
    runner.on('suite', ({ parent }) => {
      if (parent?.root === true) began = performance.now();
    });
    runner.on('suite end', ({ parent, file = '' }) => {
      if (parent?.root !== true) return;
      const path = relative(root, file);
      durations[path] = (durations[path] ?? 0) + performance.now() - began;
    });
    runner.on('fail', (test, error: Error) => {
      failures.push(`${test.fullTitle()}\n${error.stack ?? error.message}`);
    });
  });
  const lost = await lostRejections();
  for (const text of lost) console.error(text);
  failures.push(...lost);
  const counts = { passed: stats?.passes ?? 0, failed: failures.length, failures, durations };
  if (countsFile !== undefined) {
    writeFileSync(countsFile, JSON.stringify(counts));
  }
  if (counts.failed > 0) {
    throw new Error(`${counts.failed} host tests failed.`);
  }
}
