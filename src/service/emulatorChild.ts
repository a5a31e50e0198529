import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ChildHandle } from './emulatorProcess';

// Of our environment the child gets what a program needs to run, and nothing that could be a secret.
// Proxies are among that, for their passwords: it is told of them by its control API.
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'LANG',
  'TZ',
  // Nothing is recorded on a build server, and what is recorded is asked of a service that these certify.
  ...['CI', 'NODE_EXTRA_CA_CERTS'],
];

// Its database counts as an experiment in the Node.js of some releases of VS Code. What lives shortly gets 12 MB in
// place of 130: all of it would stay taken after a busy minute.
const NODE_OPTIONS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'];

/**
 * Starts our own `emulator.js` under the runtime that we run in ourselves, as a process that outlives this one.
 * @param script Absolute path.
 * @param onLine takes what it writes on its error output, line by line.
 * @param killAfterMs Milliseconds that it has to end by itself when it is killed.
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
    // What ends this process, or its group, must not end what other windows use.
    detached: true,
    env: {
      ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
      ELECTRON_RUN_AS_NODE: '1',
    },
  });
  // First of all, and for good: an error that nobody listens to would end the whole host.
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    // Not `exit`: what it wrote last has arrived by then.
    child.once('close', (code, signal) =>
      resolve(code === null ? `signal ${signal ?? 'unknown'}` : `code ${code}`),
    );
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('it was started without its outputs');
  createInterface({ input: stderr }).on('line', onLine);
  const lines = createInterface({ input: stdout });
  const firstLine = new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('error', reject);
  });
  // Whoever asks for it hears of the error; nobody may.
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
