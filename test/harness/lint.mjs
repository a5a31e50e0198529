// `npm run lint`: types, rules and the format.
import { join } from 'node:path';
import { NONE, add } from './counts.mjs';
import { isMain } from './main.mjs';
import { CHECKED, ROOT } from './paths.mjs';
import { ROOM, run } from './processes.mjs';
import { typecheck } from './typecheck.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

const CACHE = ['--cache', '--cache-strategy', 'content', '--cache-location'];

/** Rules of every project, and those that know types: quick, so that nothing is kept of them. */
const COMMON = ['oxlint/bin/oxlint', '--quiet'];

/** Our own. Warnings are for editors: a file of more than 300 lines is a question. */
const OWN = ['eslint/bin/eslint.js', '.', '--quiet', ...CACHE, join(CHECKED, 'rules')];

const FORMAT = ['oxfmt/bin/oxfmt', '.', '--check'];

/**
 * @param {readonly string[]} command A program in a package, and its arguments.
 * @returns {Promise<Counts>}
 */
async function check([program = '', ...args]) {
  const path = join(ROOT, 'node_modules', program);
  const failed = (await run(process.execPath, [ROOM, path, ...args], { cwd: ROOT })) === 0 ? 0 : 1;
  return { passed: 1 - failed, failed };
}

/** @returns {Promise<Counts>} */
export const checkRules = async () => add(await check(COMMON), await check(OWN));

/** @returns {Promise<Counts>} */
export const checkFormat = async () => await check(FORMAT);

if (isMain(import.meta.url)) {
  const checks = [typecheck(), checkRules(), checkFormat()];
  const { failed } = (await Promise.all(checks)).reduce(add, NONE);
  process.exitCode = failed > 0 ? 1 : 0;
}
