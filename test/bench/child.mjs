import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * @typedef {object} Options
 * @property {readonly string[]} [execArgv]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(child: import('node:child_process').ChildProcess) => void} [onStart] For those who end it before its time.
 */

/**
 * Runs a file of this folder in a fresh process, with one argument, and returns the one message it sends.
 * @template T
 * @param {string} file
 * @param {object} job
 * @param {Options} [options]
 * @returns {Promise<T>}
 * @throws {Error} When it ends without a message, with the end of what it printed.
 */
export async function inFreshProcess(
  file,
  job,
  { execArgv = [], env = process.env, onStart = () => undefined } = {},
) {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(job)], {
    execArgv: [...execArgv],
    env,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  onStart(child);
  /** @type {T | undefined} */
  let answer;
  child.once('message', (message) => {
    answer = /** @type {T} */ (message);
  });
  let printed = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => (printed += text));
  const [code] = await once(child, 'close');
  if (code !== 0 || answer === undefined) {
    // Node quotes the line that failed, and a bundle's line may be all of it.
    const lines = printed.split('\n').filter((line) => line.length < 300 && line.trim() !== '');
    const what = `${file} ended with ${code} for ${JSON.stringify(job)}.`;
    throw new Error([what, ...lines.slice(-15)].join('\n'));
  }
  return answer;
}

/** In the child: its job. */
export function job() {
  return JSON.parse(process.argv[2] ?? '{}');
}

/**
 * In the child: hands over the answer and ends, whatever is still open.
 * @param {object} answer
 */
export function answer(answer) {
  process.send?.(answer, () => process.exit(0));
}
