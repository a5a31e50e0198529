import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { errorMessage } from '../base/errors';
import type { Ask, Run, Told } from './keptCommand';
import { type Entry, isOurs, markedWith, running, send, treeOf } from './processTree';

/** Milliseconds that a command has to end by itself. */
const GRACE = 2000;
const LOOK = 50;

/** Milliseconds in which a signal to the whole group has arrived here too. */
const ARRIVAL = 20;
const SAME_SIGNAL = 1000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Runs a command for `exec`, and ends it and what it has started once `exec` is gone, however that ends: nothing but the
 * end of a channel tells of a process that was killed, and only who is left can act on it.
 */
export function keep(): void {
  const told = new Map<NodeJS.Signals, number>();
  let command: KeptProcess | undefined;
  const tell = (message: Told): void => {
    // Whoever is told may be gone: that is heard otherwise.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  for (const signal of SIGNALS) {
    // Those of a terminal go to the whole group: the command has them from there.
    process.on(signal, () => {
      told.set(signal, performance.now());
      command?.expectEnd();
    });
  }
  process.on('message', (ask: Ask) => {
    if ('run' in ask) {
      command = new KeptProcess(ask.run, tell);
      return;
    }
    setTimeout(() => {
      command?.expectEnd();
      const at = told.get(ask.signal) ?? -Infinity;
      if (performance.now() - at > SAME_SIGNAL) command?.child.kill(ask.signal);
    }, ARRIVAL);
  });
  process.once('disconnect', () => {
    void (command?.end() ?? Promise.resolve()).then(() => process.exit(0));
  });
  // Its end may have come before anybody listened here.
  if (!process.connected) process.exit(0);
}

/** A command with all that it starts. */
class KeptProcess {
  readonly child: ChildProcess;
  /** In the environment of all of them. */
  readonly #mark = `EMULATOR_KEEPER=${process.pid}.${Date.now()}`;
  /** What it had started when it was told to end; undefined where it ends by itself. */
  #seen: readonly Entry[] | undefined;

  constructor({ program, args, isVerbatim, environment }: Run, tell: (message: Told) => void) {
    const [name = '', value] = this.#mark.split('=');
    const env = { ...process.env, ...environment, [name]: value };
    const verbatim = { windowsVerbatimArguments: isVerbatim };
    this.child = spawn(program, args, { stdio: 'inherit', env, ...verbatim });
    this.child.once('error', (error) => tell({ failed: errorMessage(error) }));
    this.child.once('spawn', () => tell({ pid: this.child.pid }));
    this.child.once('exit', (code, signal) => {
      // A shell that was told to end leaves what it has started.
      const rest = this.#seen === undefined ? Promise.resolve() : this.#endAll();
      void rest.then(() => tell({ code, signal }));
    });
  }

  /** Lets nothing be left once it has ended: from now on its end is no choice of its own. */
  expectEnd(): void {
    this.#seen = this.#all();
  }

  /** Ends all of it. */
  async end(): Promise<void> {
    const { pid, exitCode, signalCode } = this.child;
    if (process.platform !== 'win32') {
      if (this.#seen !== undefined || (exitCode === null && signalCode === null)) {
        await this.#endAll();
      }
    } else if (pid !== undefined && exitCode === null) {
      await new Promise<void>((resolve) => {
        execFile('taskkill', ['/PID', String(pid), '/T', '/F'], () => resolve());
      });
    }
  }

  /** Asks all to end, and after a while insists. Does not wait for those of another user, which don't hear it. */
  async #endAll(): Promise<void> {
    let left = this.#stopped();
    for (const signal of ['SIGTERM', 'SIGCONT'] as const) {
      for (const { pid } of left) send(pid, signal);
    }
    for (let waited = 0; left.length > 0; waited += LOOK) {
      await new Promise((resolve) => setTimeout(resolve, LOOK));
      left = running([...left, ...this.#all()]).filter(isOurs);
      if (waited < GRACE) continue;
      for (const { pid } of this.#stopped()) send(pid, 'SIGKILL');
    }
  }

  /** All of them, once none can start another one. */
  #stopped(): readonly Entry[] {
    const stopped = new Map<number, Entry>();
    for (;;) {
      const fresh = this.#all().filter(({ pid }) => !stopped.has(pid));
      if (fresh.length === 0) return [...stopped.values()];
      for (const one of fresh) {
        send(one.pid, 'SIGSTOP');
        stopped.set(one.pid, one);
      }
    }
  }

  #all(): readonly Entry[] {
    const { pid } = this.child;
    const below = pid === undefined ? [] : treeOf(pid);
    return [...below, ...markedWith(this.#mark), ...running(this.#seen ?? [])];
  }
}
