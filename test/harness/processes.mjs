import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program to its end, its output going to ours. No shell is involved.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} Its exit code; 1 when a signal ended it.
 * @throws {Error} When it can't be started.
 */
export async function run(file, args, options = {}) {
  const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/**
 * Runs a program to its end and returns what it printed.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} Standard output and error together, in order.
 * @throws {Error} When it can't be started.
 */
export async function capture(file, args, options = {}) {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const [code] = await once(child, 'close');
  return { code: code ?? 1, output };
}

/**
 * Ends a child that we started: asks, waits, and only then insists.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} [grace] Before it is killed, in ms.
 */
export async function stop(child, grace = 5_000) {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), grace);
  await ended;
  clearTimeout(insist);
}
