import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { checkSession, environmentOf, type Place } from '../api/clientEnvironment';
import { EXIT } from './exitCodes';

// `testing.js` of the package: for what runs once before all tests of a runner. Its types are declared by this file alone.

/** What `start` takes. */
export interface TestOptions {
  /** Options of the command `start`, such as `['--seed', 'empty']`; they win over what tests begin with. */
  readonly args?: readonly string[];
  /** The project, with its scripted answers and recordings; the working directory by default. */
  readonly cwd?: string;
}

/** Where a test finds its emulator. */
export interface TestPlace {
  readonly baseUrl: string;
  /** What makes programs on the Gemini API call it. */
  readonly env: { readonly [name: string]: string };
}

export interface TestEmulator extends TestPlace {
  /** Opens the control API, in the header `x-emulator-control`. */
  readonly controlToken: string;
  /** The demo user's, with every scope, for what takes no key. */
  readonly accessToken: string;
  /** A service of its own beside the others, for a test or a worker. Throws where no address can have the name. */
  session(name: string): TestPlace;
  /** Ends it, and resolves when it has ended. Rejects where requests had no recording, or could not be recorded. */
  stop(): Promise<void>;
}

/** Tests wait for nothing, and are refused nothing for asking often. */
const DEFAULTS = ['--latency', '0', '--rate', '0'];

/**
 * Starts the emulator of this package in a process of its own, which ends with this one, and resolves when it is ready.
 * Rejects with what it has to say where it does not start.
 */
export async function start({ args = [], cwd }: TestOptions = {}): Promise<TestEmulator> {
  const program = [join(__dirname, 'bin.js'), 'start', '--until-input-ends', ...DEFAULTS, ...args];
  const child = spawn(process.execPath, program, { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close');
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    ended.then(() => undefined),
  ]);
  if (line === undefined) {
    throw new Error(`The emulator has not started. ${said.trim()}`);
  }
  process.stderr.write(said);
  child.stderr.removeAllListeners('data').on('data', (text: string) => process.stderr.write(text));
  // A runner that never stops it can end all the same, which is the end of the emulator's input.
  const handles = [
    child,
    ...[child.stdin, child.stdout, child.stderr].map((pipe) => pipe as Socket),
  ];
  for (const handle of handles) handle.unref();
  child.stdin.on('error', () => undefined);
  const { baseUrl, controlToken, accessToken, ...rest } = JSON.parse(line) as Omit<
    Place,
    'session'
  > &
    Pick<TestEmulator, 'accessToken' | 'controlToken'>;
  const placeOf = (session?: string): TestPlace => {
    const env = environmentOf({ ...rest, baseUrl, session }, process.env);
    return { baseUrl: session === undefined ? baseUrl : `${baseUrl}/s/${session}`, env };
  };
  return {
    ...placeOf(),
    ...{ controlToken, accessToken },
    session: (name) => placeOf(checkSession(name)),
    stop: async () => {
      // Its output may end after it, and a runner with nothing else to do would not wait for that.
      for (const handle of handles) handle.ref();
      child.stdin.end();
      await ended;
      const { exitCode: code } = child;
      if (code === EXIT.failed) {
        throw new Error(
          'Some requests had no recording or couldn’t be recorded. See standard error for details.',
        );
      }
    },
  };
}
