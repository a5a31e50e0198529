import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { OUT, ROOT } from '../../harness/paths.mjs';

/**
 * @typedef {object} RunningEmulator
 * @property {number} pid
 * @property {string} baseUrl
 * @property {string} apiKey
 * @property {string} accessToken The demo user's.
 * @property {string} clientSecretFile Of its OAuth client.
 * @property {string} controlToken
 * @property {(path: string, body?: object, method?: string) => Promise<any>} control Calls its control API.
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the emulator as a program of its own, as other people's tests would.
 * @param {readonly string[]} [options]
 * @param {NodeJS.ProcessEnv} [environment] Beside that of this process.
 * @returns {Promise<RunningEmulator>}
 */
export async function startEmulator(options = [], environment = {}) {
  const args = [join(ROOT, 'dist/emulator.js'), '--until-input-ends', ...options];
  // It records on a build server too, where the build of a user only replays.
  // A good part of its start is compiling, and tests start it some hundred times.
  const kept = { NODE_COMPILE_CACHE: join(OUT, 'compiled') };
  const env = { ...process.env, ...kept, CI: '', ...environment };
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { baseUrl, apiKey, accessToken, clientSecretFile, controlToken } = JSON.parse(line);
  return {
    pid: child.pid ?? NaN,
    baseUrl,
    apiKey,
    accessToken,
    clientSecretFile,
    controlToken,
    control: async (path, body, method = body ? 'POST' : 'GET') => {
      const response = await fetch(`${baseUrl}/$emulator/${path}`, {
        method,
        headers: { 'x-emulator-control': controlToken, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return await response.json();
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}
