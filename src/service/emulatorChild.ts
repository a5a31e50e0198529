import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isObject, tryParse } from '../base/json';
import type { EmulatorAddress } from './emulator';

/** The part of a child process that the emulator's owner needs; tests have their own. */
export interface ChildHandle {
  /** The first line of its standard output. Rejects where the process can't be started. */
  readonly firstLine: Promise<string>;
  /** Resolves when it is gone, to what it ended with: `code 1`, `signal SIGKILL`. */
  readonly ended: Promise<string>;
  /** Ends it, and waits until it is gone. */
  kill(): Promise<void>;
}

/** @param port 0 for a free one. */
export type StartEmulator = (onLine: (line: string) => void, port: number) => ChildHandle;

/** What it ends with where its port is taken. */
export const ENDED_BUSY = 'code 3';
/** What it ends with where it can't use the data that it kept. */
export const ENDED_DAMAGED = 'code 4';

// Of our environment the child gets what a program needs to run, and nothing that could be a secret.
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG', 'TZ'];

/**
 * Starts our own `emulator.js` under the runtime that we run in ourselves. The channel to it closes with
 * this process, however it ends, and the emulator ends with the channel.
 * @param script Absolute path.
 * @param patience Milliseconds that it has to end by itself when it is killed.
 */
export function forkEmulator(
  script: string,
  args: readonly string[],
  patience = 5000,
): StartEmulator {
  return (onLine, port) => {
    const child = fork(script, [...args, '--port', String(port)], {
      // Its database counts as an experiment in the Node.js of some releases of VS Code. What lives shortly
      // gets 12 MB in place of 130: all of it would stay taken after a busy minute.
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'],
      silent: true,
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
    return {
      firstLine,
      ended,
      async kill() {
        child.kill();
        const hard = setTimeout(() => child.kill('SIGKILL'), patience);
        await ended;
        clearTimeout(hard);
      },
    };
  };
}

/**
 * The one line that the emulator prints when it listens. Throws where it is something else, above all an
 * address that is not this machine's.
 */
export function parseAddress(line: string): EmulatorAddress {
  // What stands there instead may have the credentials in it, so that it is not quoted.
  const parsed = tryParse(line);
  const { baseUrl, apiKey, accessToken, controlToken } = isObject(parsed) ? parsed : {};
  if (typeof baseUrl !== 'string' || !/^http:\/\/127\.0\.0\.1:\d+$/.test(baseUrl)) {
    throw new Error('it named no address on this machine');
  }
  if (
    typeof apiKey !== 'string' ||
    typeof accessToken !== 'string' ||
    typeof controlToken !== 'string'
  ) {
    throw new Error('it named no credentials');
  }
  return { baseUrl, apiKey, accessToken, controlToken };
}
