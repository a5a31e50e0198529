import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * The server of the benchmarks, in a process of its own.
 * @typedef {object} BenchServer
 * @property {string} endpoint
 * @property {import('node:child_process').ChildProcess} process Sends a message when an endless answer's socket closes.
 * @property {() => Promise<void>} stop
 */

/** @returns {Promise<BenchServer>} */
export async function startBenchServer() {
  const child = fork(join(import.meta.dirname, 'server/main.mjs'));
  const [{ port }] = await once(child, 'message');
  return {
    endpoint: `http://127.0.0.1:${port}`,
    process: child,
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
