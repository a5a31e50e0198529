import { type ChildProcess, execFileSync } from 'node:child_process';
import { constants } from 'node:os';
import { spawn } from 'cross-spawn';
import type { Environment } from '../api/clientEnvironment';
import { AppError, errorCode, errorMessage } from '../base/errors';
import { watchParent } from './parentWatch';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

/** Signals that a terminal sends to all processes in it for a key, so also to the command. */
const KEY_SIGNALS: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGQUIT']);

const EXIT_BY_SIGNAL = 128;

/**
 * The command of `exec`: it shares the terminal and gets the signals that this process gets. If it is told to end, the
 * processes that it has started and left are told too. Nothing ends the command if this process is killed by SIGKILL.
 */
export class SupervisedCommand {
  /** Resolves with the exit code. Rejects with `AppError` if there is no such command. */
  readonly ended: Promise<number>;
  readonly #child: ChildProcess;
  readonly #onSignal = (signal: NodeJS.Signals): void => this.#forward(signal);
  readonly #stopWatch: () => void;
  /** Processes below the command when it was told to end. */
  #descendants: readonly number[] = [];

  /** @param environment is added to that of this process. */
  constructor(command: string, args: readonly string[], environment: Environment) {
    const env = { ...process.env, ...environment };
    // On Windows also what only the command processor runs, such as the scripts of npm.
    this.#child = spawn(command, args, { stdio: 'inherit', env });
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.ended = promise;
    this.#child.once('error', (error) => {
      reject(new AppError('noCommand', `Cannot run ${command}: ${errorMessage(error)}.`));
    });
    this.#child.once('exit', (code, signal) => {
      for (const pid of this.#descendants) send(pid, 'SIGTERM');
      resolve(code ?? EXIT_BY_SIGNAL + constants.signals[signal ?? 'SIGTERM']);
    });
    // A parent that is killed, and npm at its end, tell nothing to what they have started.
    this.#stopWatch = watchParent(() => {
      this.#end('SIGTERM');
      resolve(EXIT_BY_SIGNAL + constants.signals.SIGTERM);
    });
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  /** Stops listening to signals: until then none ends this process, which may have recordings to write. */
  release(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
    this.#stopWatch();
  }

  #forward(signal: NodeJS.Signals): void {
    // Programs take a second Ctrl+C as the wish to end at once.
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
    this.#descendants = descendantsOf(pid);
    send(pid, signal);
  }
}

/** All processes below one; none if the system doesn't have `ps`. */
function descendantsOf(pid: number): readonly number[] {
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
    // There is no such program, or what it should end has ended.
    return '';
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has ended, or belongs to another user, such as what `sudo` runs.
    const code = errorCode(error);
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
