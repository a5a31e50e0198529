import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/**
 * The JavaScript file of npm, so that it can be started with any Node and without a shell.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string}
 * @throws {Error} When npm can't be found.
 */
export function npmCli(env = process.env) {
  const own = env['npm_execpath'];
  if (own !== undefined && /npm-cli\.c?js$/.test(own) && existsSync(own)) {
    return own;
  }
  for (const folder of (env['PATH'] ?? env['Path'] ?? '').split(delimiter)) {
    // On Windows npm.cmd stands beside node_modules; elsewhere npm is a link to the file itself.
    const beside = join(folder, 'node_modules/npm/bin/npm-cli.js');
    const linked = join(folder, 'npm');
    if (existsSync(beside)) {
      return beside;
    }
    if (existsSync(linked) && realpathSync(linked).endsWith('npm-cli.js')) {
      return realpathSync(linked);
    }
  }
  const shipped = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js');
  if (existsSync(shipped)) {
    return shipped;
  }
  throw new Error('npm was not found. Install Node.js 20 or later with npm, then run this again.');
}
