import type { Clock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { AppError, CancelledError } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import { isObject, tryParse } from '../base/json';
import type { EmulatorAddress, EmulatorState, SharedEmulator, StartOptions } from './emulator';
import { STOPPED } from './emulatorControl';

/** Milliseconds until an emulator that says nothing counts as failed. */
export const START_LIMIT = 20_000;

/** Lines that are kept of what a child writes, to tell why it failed. */
const KEPT_LINES = 20;

interface EmulatorProcessDeps {
  readonly start: StartEmulator;
  readonly noted: Noted;
  readonly clock: Clock;
  /** The port that the user wants; 0 for a free one. */
  readonly port: () => number;
  /** Learns that it is taken, and which other one was taken instead. */
  readonly onPortBusy: (wanted: number, taken: number) => void;
  /** Learns that the data kept from before can't be used, where none of those who start it deals with that. */
  readonly onDamaged: () => void;
  /** Takes what the child writes on its error output, line by line. */
  readonly onLine: (line: string) => void;
  /** Learns the child's credentials, so that they never reach a log. */
  readonly onSecret: (secret: string) => void;
}

/** The line of the start of the emulator that windows share, which whoever starts it notes. */
export interface Noted {
  /** Undefined where there is none, or nobody says. Never rejects. */
  read(): Promise<string | undefined>;
  /** Some window has noted another line, or none. */
  readonly onDidChange: Event<void>;
}

/** Uses at most one emulator, and starts another on the next use after one ended. */
export class EmulatorProcess implements SharedEmulator, Disposable {
  readonly #deps: EmulatorProcessDeps;
  readonly #changed = new Emitter<EmulatorState>();
  readonly #appeared = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  #state: EmulatorState = { status: 'stopped' };
  #child: ChildHandle | undefined;
  #address: Promise<EmulatorAddress> | undefined;
  /** What the last one that was used has said at its start. */
  #line: string | undefined;
  /** Somebody who waits for the start deals with damaged data. */
  #isDamageTold = false;
  readonly onDidChangeState = this.#changed.event;
  readonly onDidAppear = this.#appeared.event;

  constructor(deps: EmulatorProcessDeps) {
    this.#deps = deps;
    this.#disposables.add(this.#changed);
    this.#disposables.add(this.#appeared);
    this.#disposables.add(deps.noted.onDidChange(() => void this.#look()));
  }

  get state(): EmulatorState {
    return this.#state;
  }

  start({ tellsDamage = false }: StartOptions = {}): Promise<EmulatorAddress> {
    if (this.#address) {
      this.#isDamageTold ||= tellsDamage;
      return this.#address;
    }
    this.#isDamageTold = tellsDamage;
    const address = this.#launch(this.#deps.port());
    // Without a child it has failed already, and is not kept.
    if (this.#child) this.#address = address;
    return address;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#release({ status: 'stopped' });
    await child?.kill();
  }

  dispose(): void {
    this.#child?.release();
    this.#release({ status: 'stopped' });
    this.#disposables.dispose();
  }

  async #launch(port: number): Promise<EmulatorAddress> {
    this.#setState({ status: 'starting' });
    let child: ChildHandle | undefined;
    const written: string[] = [];
    const fork = (at: number): ChildHandle =>
      this.#deps.start((line) => {
        if (written.push(line) > KEPT_LINES) written.shift();
        this.#deps.onLine(line);
      }, at);
    try {
      child = fork(port);
      this.#child = child;
      let address = await this.#addressOf(child);
      if (!address) {
        // Stopped before it was known that the port is taken.
        if (this.#child !== child) throw new CancelledError();
        child = fork(0);
        this.#child = child;
        address = await this.#addressOf(child);
        if (!address) throw new Error('it found no free port');
        this.#deps.onPortBusy(port, portOf(address));
      }
      const started = child;
      void child.ended.then((how) => this.#onEnded(started, how));
      this.#setState({ status: 'running', port: portOf(address) });
      return address;
    } catch (error) {
      // Stopped meanwhile, perhaps started anew: this one has no say any more.
      if (this.#child !== child) throw new CancelledError(error);
      const failure = toFailure(error, written);
      this.#release({ status: 'failed', message: failure.message });
      // Not waited for: one that hangs must not keep the failure from being told.
      void child?.kill();
      if (error instanceof DamagedData && !this.#isDamageTold) this.#deps.onDamaged();
      throw failure;
    }
  }

  /** Undefined where the port was taken. */
  async #addressOf(child: ChildHandle): Promise<EmulatorAddress | undefined> {
    const limit = new DisposableStore();
    const late = new Promise<never>((_resolve, reject) => {
      const fail = (): void =>
        reject(new Error(`it did not listen within ${START_LIMIT / 1000} seconds`));
      limit.add(this.#deps.clock.schedule(START_LIMIT, fail));
    });
    const ended = child.ended.then((how): undefined => {
      if (how === ENDED_BUSY) return undefined;
      if (how === ENDED_DAMAGED) throw new DamagedData();
      throw new Error(`it ended with ${how} before it listened`);
    });
    try {
      const line = await Promise.race([child.firstLine, ended, late]);
      if (line === undefined) return undefined;
      const address = parseAddress(line);
      this.#line = line;
      for (const secret of [address.apiKey, address.accessToken, address.controlToken]) {
        this.#deps.onSecret(secret);
      }
      return address;
    } finally {
      limit.dispose();
      // Once it listens, its end is told elsewhere.
      ended.catch(() => undefined);
    }
  }

  #onEnded(child: ChildHandle, how: string): void {
    if (this.#child !== child) return;
    const message = `The built-in emulator ended with ${how}. It starts again on the next use.`;
    this.#release(how === STOPPED ? { status: 'stopped' } : { status: 'failed', message });
    // Another window may have been faster.
    void this.#look();
  }

  /** Tells of an emulator that another window has started, unless this one uses one. */
  async #look(): Promise<void> {
    const line = await this.#deps.noted.read();
    if (line === undefined || line === this.#line || this.#address) return;
    this.#appeared.fire();
  }

  #release(state: EmulatorState): void {
    this.#child = undefined;
    this.#address = undefined;
    this.#setState(state);
  }

  #setState(state: EmulatorState): void {
    if (state.status === 'stopped' && this.#state.status === 'stopped') return;
    this.#state = state;
    this.#changed.fire(state);
  }
}

function portOf({ baseUrl }: EmulatorAddress): number {
  return Number(new URL(baseUrl).port);
}

/** The child ended because it can't use its data. */
class DamagedData extends Error {
  override readonly name = 'DamagedData';
}

/** @param written what the child wrote, for the log. */
function toFailure(error: unknown, written: readonly string[]): AppError {
  const why = error instanceof Error ? error.message : String(error);
  if (error instanceof DamagedData) {
    return new AppError(
      'emulatorData',
      'The built-in emulator did not start: the data that it kept is damaged, of another version, or not readable.',
      {
        hint: 'Set it aside and start fresh.',
        cause: new Error(written.join('\n'), { cause: error }),
      },
    );
  }
  const last = `It wrote: ${written.join('\n')}`;
  return new AppError('emulatorFailed', `The built-in emulator did not start: ${why}.`, {
    hint: 'The log says more. It is started again on the next use.',
    cause: written.length === 0 ? error : new Error(last, { cause: error }),
  });
}

/** The part of an emulator's process that those who use it need; tests have their own. */
export interface ChildHandle {
  /** What it says when it listens. Rejects where the process can't be started. */
  readonly firstLine: Promise<string>;
  /** Resolves when it is gone, to what it ended with: `code 1`, `signal SIGKILL`. */
  readonly ended: Promise<string>;
  /** Ends it, also where others use it, and waits until it is gone. */
  kill(): Promise<void>;
  /** Leaves it to the others who use it; without any, it ends by itself. */
  release(): void;
}

/** @param port 0 for a free one. */
export type StartEmulator = (onLine: (line: string) => void, port: number) => ChildHandle;

/** What it ends with where its port is taken. */
export const ENDED_BUSY = 'code 3';
/** What it ends with where it can't use the data that it kept. */
export const ENDED_DAMAGED = 'code 5';

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
