import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Runs a file of this folder in a fresh process, with one argument, and returns the one message it sends.
 * @template T
 * @param {string} file
 * @param {object} job
 * @param {{ execArgv?: readonly string[], env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<T>}
 * @throws {Error} When it ends without a message; what it printed is in the terminal.
 */
export async function inFreshProcess(file, job, { execArgv = [], env = process.env } = {}) {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(job)], {
    ...{ execArgv: [...execArgv], env, serialization: 'json' },
  });
  /** @type {T | undefined} */
  let answer;
  child.once('message', (message) => {
    answer = /** @type {T} */ (message);
  });
  const [code] = await once(child, 'exit');
  if (code !== 0 || answer === undefined) {
    throw new Error(`${file} ended with ${code} for ${JSON.stringify(job)}.`);
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
