import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { checkSession, environmentOf, type Place } from '../api/clientEnvironment';
import { EXIT } from './exitCodes';

// The package's `testing.js`: global setup for test runners. The type declarations are generated
// from this file alone.

export interface TestOptions {
  /**
   * Options of the `start` command, such as `['--seed', 'empty']`; they override the test defaults.
   */
  readonly args?: readonly string[];
  readonly cwd?: string;
}

export interface TestPlace {
  readonly baseUrl: string;
  /** Environment variables that point Gemini API clients at the emulator. */
  readonly env: { readonly [name: string]: string };
}

export interface TestEmulator extends TestPlace {
  /** Token for the control API, sent in the header `x-emulator-control`. */
  readonly controlToken: string;
  /** OAuth access token with all scopes, for methods that don't accept an API key. */
  readonly accessToken: string;
  /**
   * Returns an isolated emulator session for a test or worker. Throws if the name isn't valid in a
   * URL.
   */
  session(name: string): TestPlace;
  /** Stops the emulator. Rejects if requests had no recording or couldn't be recorded. */
  stop(): Promise<void>;
}

const DEFAULTS = ['--latency', '0', '--rate', '0'];

/**
 * Starts the emulator in a child process that ends with this process. Resolves when ready. Rejects
 * with its error output if it can't start.
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
    throw new Error(`The emulator didn’t start. ${said.trim()}`);
  }
  process.stderr.write(said);
  child.stderr.removeAllListeners('data').on('data', (text: string) => process.stderr.write(text));
  // Don't keep the test runner alive; when it ends, stdin closes and the emulator stops.
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
    controlToken,
    accessToken,
    session: (name) => placeOf(checkSession(name)),
    stop: async () => {
      // Keep the process alive until the output has ended.
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
