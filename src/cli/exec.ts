import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { AppError, errorMessage } from '../base/errors';
import { readArguments } from '../emulator/commandLine';
import type { Emulator } from '../emulator/options';
import type { Served } from '../emulator/tally';
import { startEmulator } from '../emulator/server';
import { checkSession, environmentOf } from './environment';

/** What ends a command, and is handed on to it. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** A second one within so many milliseconds is the same press of keys: npm sends them twice. */
const SAME_PRESS = 100;

/** Milliseconds between two looks at whether the parent is still there. */
const PARENT_WATCH = 1000;

/** Ends a process once the input of this program does, which is when its parent has died. */
const GUARDIAN = `const pid = Number(process.argv[1]);
const end = () => process.exit(0);
// What is gone already needs no signal.
const send = (signal) => { try { process.kill(pid, signal); } catch { end(); } };
process.stdin.on('data', end).on('end', () => {
  send('SIGTERM');
  setTimeout(() => { send('SIGKILL'); end(); }, 2000);
});`;

/**
 * `exec`: runs a command with an emulator beside it, and its environment set to that. Gives the command's exit code, or as
 * shells do, 128 and the number of the signal that ended it. Throws `AppError` for wrong options, where the emulator can't
 * start, and where there is no such command.
 */
export async function exec(argv: readonly string[]): Promise<number> {
  const at = argv.indexOf('--');
  const [command, ...args] = at < 0 ? [] : argv.slice(at + 1);
  if (command === undefined) {
    throw new AppError('badOption', 'Write the command after --, such as exec -- npm test.');
  }
  const { session, rest } = withoutSession(argv.slice(0, at));
  const { options } = readArguments(rest);
  const emulator = await startEmulator(options);
  try {
    return await run(emulator, session, command, args);
  } finally {
    await emulator.close();
    process.stderr.write(summaryOf(emulator.served()));
  }
}

/** The session among options, and the others. */
function withoutSession(argv: readonly string[]): {
  readonly session: string | undefined;
  readonly rest: readonly string[];
} {
  const at = argv.findIndex((text) => /^--session(=|$)/.test(text));
  if (at < 0) return { session: undefined, rest: argv };
  const inline = argv[at]?.split('=')[1];
  const session = checkSession(inline ?? argv[at + 1] ?? '');
  return { session, rest: argv.toSpliced(at, inline === undefined ? 2 : 1) };
}

/** What was served, a line each; not on standard output, which is the command's. */
function summaryOf(served: readonly Served[]): string {
  const total = served.reduce((all, { requests }) => all + requests, 0);
  const lines = served.map(({ operation, requests, refused }) => {
    const codes = Object.entries(refused).map(
      ([status, count]) => `${count} × ${statusText(status)}`,
    );
    const note = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
    return `  ${String(requests).padStart(6)} ${operation}${note}\n`;
  });
  return `emulator: ${total} request${total === 1 ? '' : 's'}\n${lines.join('')}`;
}

const statusText = (status: string): string => (status === '0' ? 'cut off' : status);

async function run(
  emulator: Emulator,
  session: string | undefined,
  command: string,
  args: readonly string[],
): Promise<number> {
  const place = { baseUrl: emulator.baseUrl, apiKey: emulator.apiKey, session };
  // Commands of npm are scripts there, which only its command processor runs.
  const isWindows = process.platform === 'win32';
  const [program, rest] = isWindows
    ? [process.env.ComSpec ?? 'cmd.exe', ['/d', '/s', '/c', command, ...args]]
    : [command, args];
  const child = spawn(program, rest, {
    stdio: 'inherit',
    env: { ...process.env, ...environmentOf(place, process.env) },
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', (cause) => {
      const message = `Cannot run ${command}: ${errorMessage(cause)}.`;
      reject(new AppError('noCommand', message, { cause }));
    });
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
  const release = tieTo(child);
  try {
    return await ended;
  } finally {
    release();
  }
}

/** Hands signals on, and lets the command end with this process, however that ends. */
function tieTo(child: ChildProcess): () => void {
  const guardian =
    child.pid === undefined || process.platform === 'win32'
      ? undefined
      : spawn(process.execPath, ['-e', GUARDIAN, String(child.pid)], {
          stdio: ['pipe', 'ignore', 'ignore'],
          detached: true,
        });
  // It may be gone first.
  guardian?.stdin.on('error', () => undefined);
  let last = -Infinity;
  const pass = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (now - last < SAME_PRESS) return;
    last = now;
    // A terminal has told the command itself.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  // npm ends without a word to what it started.
  const parent = process.ppid;
  const watch =
    process.env.npm_execpath === undefined
      ? undefined
      : setInterval(() => {
          if (process.ppid !== parent) child.kill('SIGTERM');
        }, PARENT_WATCH);
  watch?.unref();
  return () => {
    for (const signal of SIGNALS) process.off(signal, pass);
    clearInterval(watch);
    guardian?.stdin.end('done');
    guardian?.unref();
  };
}
