import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../../harness/paths.mjs';
import { memoryOf } from '../memory.mjs';

/**
 * The emulator of the build, in a process of its own and as fast as it can.
 * @typedef {object} Emulator
 * @property {string} baseUrl
 * @property {string} apiKey
 * @property {string} accessToken
 * @property {string} controlToken
 * @property {() => number} memory What it holds now, in MB.
 * @property {() => number} peak The most that it ever held, in MB.
 * @property {() => Promise<void>} stop
 */

/** What `npm run emulator` and the extension give to Node. */
const flags = ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning'];

/**
 * @param {readonly string[]} [options]
 * @param {string} [file] What is started.
 * @returns {Promise<Emulator>}
 */
export async function startEmulator(options = [], file = join(ROOT, 'dist/emulator.js')) {
  const args = [...flags, file, '--until-input-ends', '--latency', '0', '--rate', '0', ...options];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { baseUrl, apiKey, accessToken, controlToken } = JSON.parse(line);
  return {
    baseUrl,
    apiKey,
    accessToken,
    controlToken,
    memory: () => memoryOf(child.pid, 'VmRSS'),
    peak: () => memoryOf(child.pid, 'VmHWM'),
    stop: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
