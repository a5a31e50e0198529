import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Environment } from '../api/clientEnvironment';
import { AppError, errorMessage } from '../base/errors';
import { watchParent } from './parentWatch';
import { send } from './processTree';
import { ownSurroundings, type Started, windowsCommand } from './windowsCommand';

/** What ends a command, and is handed on to it. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

/** A second one within so many milliseconds is the same press of keys: npm sends them twice. */
const SAME_PRESS = 100;

export interface Run extends Started {
  /** Beside that of the caller. */
  readonly environment: Environment;
}

/** What `exec` asks of the process that keeps its command. */
export type Ask = { readonly run: Run } | { readonly signal: NodeJS.Signals };

/** What becomes of the command. */
export type Told =
  | { readonly pid: number | undefined }
  | { readonly failed: string }
  | { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** The hidden command of the program. */
export const KEEP = '--keep-command';

/**
 * The command, which a process of its own runs: it lasts until the command has ended, also where this one is killed. That
 * one starts beside the emulator.
 */
export class KeptCommand {
  readonly #keeper: ChildProcess;
  readonly #ended = Promise.withResolvers<number>();
  readonly #stopWatch: () => void;
  readonly #onSignal = (signal: NodeJS.Signals): void => this.#pass(signal);
  #name = '';
  #pid: number | undefined;
  #lastSignal = -Infinity;

  constructor() {
    this.#stopWatch = watchParent(() => {
      this.#ended.resolve(128 + constants.signals.SIGTERM);
      this.release();
    });
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
    this.#keeper = spawn(process.execPath, [__filename, KEEP], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    this.#keeper.on('message', (told: Told) => this.#hear(told));
    this.#keeper.once('error', (error) => this.#lose(errorMessage(error)));
    this.#keeper.once('disconnect', () => this.#lose('What it ran in has ended'));
    // It may end before anybody waits for it.
    this.#ended.promise.catch(() => undefined);
  }

  /** Gives the exit code. Throws `AppError` where there is no such command. */
  run(command: string, args: readonly string[], environment: Environment): Promise<number> {
    this.#name = command;
    const started =
      process.platform === 'win32'
        ? windowsCommand(command, args, ownSurroundings())
        : { program: command, args, isVerbatim: false };
    this.#ask({ run: { ...started, environment } });
    return this.#ended.promise;
  }

  /** Ends the command, if it runs. */
  release(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
    this.#stopWatch();
    this.#keeper.removeAllListeners('disconnect');
    if (this.#keeper.connected) this.#keeper.disconnect();
  }

  #hear(told: Told): void {
    if ('pid' in told) {
      this.#pid = told.pid;
    } else if ('failed' in told) {
      const message = `Cannot run ${this.#name}: ${told.failed}.`;
      this.#ended.reject(new AppError('noCommand', message));
    } else {
      this.#ended.resolve(told.code ?? 128 + constants.signals[told.signal ?? 'SIGTERM']);
    }
  }

  #pass(signal: NodeJS.Signals): void {
    const now = performance.now();
    if (now - this.#lastSignal < SAME_PRESS) return;
    this.#lastSignal = now;
    if (this.#name !== '') this.#ask({ signal });
    else this.#ended.resolve(128 + constants.signals[signal]);
  }

  #ask(ask: Ask): void {
    if (this.#keeper.connected) this.#keeper.send(ask, () => undefined);
  }

  /** Without its keeper nobody hears how the command ends. */
  #lose(why: string): void {
    this.#ended.reject(new AppError('lostCommand', `${why}.`));
    if (this.#pid !== undefined) send(this.#pid, 'SIGTERM');
  }
}
