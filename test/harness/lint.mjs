// `npm run lint`: rules and format, without warnings.
import { join } from 'node:path';
import { isMain } from './main.mjs';
import { ROOT } from './paths.mjs';
import { run } from './processes.mjs';

const CHECKS = [
  ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'],
  ['node_modules/prettier/bin/prettier.cjs', '.', '--check', '--log-level', 'warn'],
];

/** @returns {Promise<import('./counts.mjs').Counts>} One per check. */
export async function lint() {
  const codes = await Promise.all(
    CHECKS.map(([program = '', ...args]) =>
      run(process.execPath, [join(ROOT, program), ...args], { cwd: ROOT }),
    ),
  );
  const failed = codes.filter((code) => code !== 0).length;
  return { passed: codes.length - failed, failed };
}

if (isMain(import.meta.url)) {
  const { failed } = await lint();
  process.exitCode = failed > 0 ? 1 : 0;
}
