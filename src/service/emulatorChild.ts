import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ChildHandle } from './emulatorProcess';

// Only necessary, non-secret variables are passed on. Proxies may contain passwords and use the control API.
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'LANG',
  'TZ',
  // CI disables recording; recorded requests need the certificates.
  ...['CI', 'NODE_EXTRA_CA_CERTS'],
];

// Silences the SQLite warning of older Node.js. A small young generation takes 12 MB instead of 130 MB.
const NODE_OPTIONS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'];

/**
 * Starts `emulator.js` in this process's runtime, as a process that outlives this one.
 * @param script absolute path.
 * @param onLine receives lines of stderr.
 * @param killAfterMs time for a graceful exit after a kill, in ms.
 */
export function spawnEmulator(
  script: string,
  args: readonly string[],
  onLine: (line: string) => void,
  killAfterMs = 5000,
): Omit<ChildHandle, 'release'> {
  const child = fork(script, args, {
    execArgv: NODE_OPTIONS,
    silent: true,
    // Signals to this process group must not end an emulator used by other windows.
    detached: true,
    env: {
      ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
      ELECTRON_RUN_AS_NODE: '1',
    },
  });
  // Must come first and stay registered: an unhandled `error` event would end the extension host.
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    // Unlike `exit`, `close` comes after all output.
    child.once('close', (code, signal) =>
      resolve(code === null ? `signal ${signal ?? 'unknown'}` : `code ${code}`),
    );
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('its output isn’t available');
  createInterface({ input: stderr }).on('line', onLine);
  const lines = createInterface({ input: stdout });
  const firstLine = new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('error', reject);
  });
  // Avoids an unhandled rejection if no one awaits it.
  firstLine.catch(() => undefined);
  return {
    firstLine,
    ended,
    async kill() {
      child.kill();
      const hard = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      await ended;
      clearTimeout(hard);
    },
  };
}
