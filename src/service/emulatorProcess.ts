import { fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Clock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import { isObject, tryParse } from '../base/json';
import type { EmulatorAddress, EmulatorState, SharedEmulator, StartOptions } from './emulator';
import { STOPPED_TEXT } from './emulatorControl';

/** Timeout of a silent start, in ms. */
export const START_LIMIT = 20_000;

const KEPT_LINES = 20;

interface EmulatorProcessDeps {
  readonly start: StartEmulator;
  readonly noted: SavedStartLine;
  readonly clock: Clock;
  /** The configured port; 0 for a free one. */
  readonly port: () => number;
  /** Called if the port is in use, with the port used instead. */
  readonly onPortBusy: (wanted: number, taken: number) => void;
  /** Called if saved data is unusable and no caller handles that. */
  readonly onDamaged: () => void;
  readonly onLine: (line: string) => void;
  readonly onSecret: (secret: string) => void;
}

/** The saved start line of the shared emulator. */
export interface SavedStartLine {
  /** Undefined if there is none or reading fails. Never rejects. */
  read(): Promise<string | undefined>;
  readonly onDidChange: Event<void>;
}

/** Uses at most one emulator; starts a new one on the next use after it ended. */
export class EmulatorProcess implements SharedEmulator, Disposable {
  readonly #deps: EmulatorProcessDeps;
  readonly #changed = new Emitter<EmulatorState>();
  readonly #appeared = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  #state: EmulatorState = { status: 'stopped' };
  #child: ChildHandle | undefined;
  #address: Promise<EmulatorAddress> | undefined;
  #line: string | undefined;
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
    // Without a child, the start has already failed.
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
    const startAt = (at: number): ChildHandle =>
      this.#deps.start((line) => {
        if (written.push(line) > KEPT_LINES) written.shift();
        this.#deps.onLine(line);
      }, at);
    try {
      child = startAt(port);
      this.#child = child;
      let address = await this.#addressOf(child);
      if (!address) {
        // Stopped before the port conflict was known.
        if (this.#child !== child) throw new CancelledError();
        child = startAt(0);
        this.#child = child;
        address = await this.#addressOf(child);
        if (!address) throw new Error('no port is free');
        this.#deps.onPortBusy(port, portOf(address));
      }
      const started = child;
      void child.ended.then((how) => this.#onEnded(started, how));
      this.#setState({ status: 'running', port: portOf(address) });
      return address;
    } catch (error) {
      if (this.#child !== child) throw new CancelledError(error);
      const failure = toFailure(error, written);
      this.#release({ status: 'failed', message: failure.message });
      // Not awaited: a hanging child must not delay the error.
      void child?.kill();
      if (error instanceof DamagedData && !this.#isDamageTold) this.#deps.onDamaged();
      throw failure;
    }
  }

  /** Undefined if the port was in use. */
  async #addressOf(child: ChildHandle): Promise<EmulatorAddress | undefined> {
    const limit = new DisposableStore();
    const late = new Promise<never>((_resolve, reject) => {
      const fail = (): void =>
        reject(new Error(`it wasn’t ready after ${START_LIMIT / 1000} seconds`));
      limit.add(this.#deps.clock.schedule(START_LIMIT, fail));
    });
    const ended = child.ended.then((how): undefined => {
      if (how === EXIT_PORT_IN_USE) return undefined;
      if (how === EXIT_DATA_DAMAGED) throw new DamagedData();
      throw new Error(`it exited (${how}) before it was ready`);
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
      // Once the emulator has started, its end is reported elsewhere.
      ended.catch(() => undefined);
    }
  }

  #onEnded(child: ChildHandle, how: string): void {
    if (this.#child !== child) return;
    const message = `The built-in emulator stopped (${how}). It restarts on next use.`;
    this.#release(how === STOPPED_TEXT ? { status: 'stopped' } : { status: 'failed', message });
    // Another window may have started an emulator first.
    void this.#look();
  }

  /** Reports an emulator started by another window, unless this window uses one. */
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

/** The child ended because of unusable data. */
class DamagedData extends Error {
  override readonly name = 'DamagedData';
}

function toFailure(error: unknown, written: readonly string[]): AppError {
  const why = errorMessage(error);
  if (error instanceof DamagedData) {
    return new AppError(
      'emulatorData',
      'The built-in emulator didn’t start. Its saved data is damaged, unreadable, or from another version.',
      {
        hint: 'Back up the data and start with none.',
        cause: new Error(written.join('\n'), { cause: error }),
      },
    );
  }
  const last = `Output: ${written.join('\n')}`;
  return new AppError('emulatorFailed', `The built-in emulator didn’t start: ${why}.`, {
    hint: 'See the log for details. The emulator restarts on next use.',
    cause: written.length === 0 ? error : new Error(last, { cause: error }),
  });
}

export interface ChildHandle {
  /** The start line. Rejects if the process can't start. */
  readonly firstLine: Promise<string>;
  /** Resolves when the process has ended, with `code 1` or `signal SIGKILL`, for example. */
  readonly ended: Promise<string>;
  kill(): Promise<void>;
  /** Leaves the process to its other users. The process ends once it has no users. */
  release(): void;
}

/** @param port 0 for a free one. */
export type StartEmulator = (onLine: (line: string) => void, port: number) => ChildHandle;

export const EXIT_PORT_IN_USE = 'code 3';
export const EXIT_DATA_DAMAGED = 'code 5';

/** Parses the start line. Throws if invalid, especially for a URL that isn't on this machine. */
export function parseAddress(line: string): EmulatorAddress {
  // Never quoted in errors, as it may contain credentials.
  const parsed = tryParse(line);
  const { baseUrl, apiKey, accessToken, controlToken } = isObject(parsed) ? parsed : {};
  if (typeof baseUrl !== 'string' || !/^http:\/\/127\.0\.0\.1:\d+$/.test(baseUrl)) {
    throw new Error('it reported no URL on this machine');
  }
  if (
    typeof apiKey !== 'string' ||
    typeof accessToken !== 'string' ||
    typeof controlToken !== 'string'
  ) {
    throw new Error('it reported no credentials');
  }
  return { baseUrl, apiKey, accessToken, controlToken };
}

// Only necessary, non-secret variables are passed on. Proxies may contain passwords and use the control API.
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'LANG',
  'TZ',
  // CI disables recording; recorded requests need the certificates.
  'CI',
  'NODE_EXTRA_CA_CERTS',
];

// Silences the SQLite warning of older Node.js. A small young generation takes 12 MB instead of 130 MB.
const NODE_OPTIONS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'];

/**
 * Starts `emulator.js` in this process's runtime, as a process that outlives this one.
 * @param script absolute path.
 * @param onLine receives lines of stderr.
 * @param killAfterMs time for a graceful exit after a kill, in ms.
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
    // Signals to this process group must not end an emulator used by other windows.
    detached: true,
    env: {
      ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
      ELECTRON_RUN_AS_NODE: '1',
    },
  });
  // Must come first and stay registered: an unhandled `error` event would end the extension host.
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    // Unlike `exit`, `close` comes after all output.
    child.once('close', (code, signal) =>
      resolve(code === null ? `signal ${signal ?? 'unknown'}` : `code ${code}`),
    );
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('its output isn’t available');
  createInterface({ input: stderr }).on('line', onLine);
  const lines = createInterface({ input: stdout });
  const firstLine = new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('error', reject);
  });
  // Avoids an unhandled rejection if no one awaits it.
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
