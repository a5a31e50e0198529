import { type ChildProcess, execFileSync } from 'node:child_process';
import { constants } from 'node:os';
import { spawn } from 'cross-spawn';
import type { Environment } from '../api/clientEnvironment';
import { AppError, errorCode, errorMessage } from '../base/errors';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

/** Signals that a terminal sends to all foreground processes on a key, so also to the command. */
const KEY_SIGNALS: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGQUIT']);

const EXIT_BY_SIGNAL = 128;

/**
 * The command of `exec`. Shares the terminal and receives this process's signals. Termination
 * includes its descendants, except after SIGKILL of this process.
 */
export class SupervisedCommand {
  /** Resolves to the exit code. Rejects with `AppError` if the command doesn't exist. */
  readonly ended: Promise<number>;
  readonly #child: ChildProcess;
  readonly #onSignal = (signal: NodeJS.Signals): void => this.#forward(signal);
  readonly #stopWatch: () => void;
  #descendants: readonly number[] = [];

  constructor(command: string, args: readonly string[], environment: Environment) {
    const env = { ...process.env, ...environment };
    // On Windows, includes commands that need cmd.exe, such as npm scripts.
    this.#child = spawn(command, args, { stdio: 'inherit', env });
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.ended = promise;
    this.#child.once('error', (error) => {
      reject(new AppError('noCommand', `Couldn’t run ${command}: ${errorMessage(error)}.`));
    });
    this.#child.once('exit', (code, signal) => {
      for (const pid of this.#descendants) send(pid, 'SIGTERM');
      resolve(code ?? EXIT_BY_SIGNAL + constants.signals[signal ?? 'SIGTERM']);
    });
    this.#stopWatch = watchParent(() => {
      this.#end('SIGTERM');
      resolve(EXIT_BY_SIGNAL + constants.signals.SIGTERM);
    });
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  /**
   * Stops handling signals. Until then no signal ends this process, so that recordings are saved.
   */
  release(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
    this.#stopWatch();
  }

  #forward(signal: NodeJS.Signals): void {
    // Many programs exit immediately on a second Ctrl+C, so don't send it twice.
    const isOfTerminal = KEY_SIGNALS.has(signal) && (process.stdin.isTTY || process.stderr.isTTY);
    if (!isOfTerminal) this.#end(signal);
  }

  #end(signal: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    if (process.platform === 'win32') {
      runQuietly('taskkill', ['/PID', String(pid), '/T', '/F']);
      return;
    }
    this.#descendants = findDescendants(pid);
    send(pid, signal);
  }
}

/** Returns all descendants of a process; empty if `ps` isn't available. */
function findDescendants(pid: number): readonly number[] {
  const lines = runQuietly('ps', ['-A', '-o', 'pid,ppid']).matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm);
  const all = Array.from(lines, ([, child, parent]) => [Number(child), Number(parent)] as const);
  const below = (one: number): readonly number[] =>
    all.flatMap(([child, parent]) => (parent === one ? [child, ...below(child)] : []));
  return below(pid);
}

function runQuietly(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process has ended or belongs to another user, such as after `sudo`.
    const code = errorCode(error);
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

const INTERVAL = 500;

/**
 * Calls back when the parent process has ended, because a killed parent and npm don't signal their
 * children.
 * @returns a function that stops the watch
 */
export function watchParent(onGone: () => void): () => void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onGone();
  }, INTERVAL);
  watch.unref();
  return () => clearInterval(watch);
}
