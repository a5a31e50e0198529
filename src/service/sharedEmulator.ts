import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Http, NetworkReach } from '../api/transport';
import { throwIfAborted } from '../base/async';
import { type Clock, sleep } from '../base/clock';
import { DisposableStore } from '../base/disposable';
import type { Event } from '../base/event';
import { tryLock } from '../platform/fileLock';
import type { EmulatorAddress } from './emulator';
import { spawnEmulator } from './emulatorChild';
import { askEmulator, holdEmulator, STOPPED, tellNetwork } from './emulatorControl';
import { type ChildHandle, type Noted, parseAddress, type StartEmulator } from './emulatorProcess';

/** Milliseconds between two looks at whether another window has started it. */
const LOOK = 100;

/**
 * Milliseconds in which the emulator that is noted must answer. A start asks it twice, without the lock and with it: one that
 * is busy has 10 seconds in all, and a new one the 10 that `START_LIMIT` leaves. One that was busy for longer is replaced,
 * which costs it its windows and no data: they follow the note, both write to the same database, and without windows it ends.
 */
const ANSWER_LIMIT = 5000;

/** Milliseconds in which it must have ended after it was told to. */
const STOP_LIMIT = 5000;

/** Milliseconds that one of ours has to end by itself after it was replaced, with what it may be in the midst of. */
const REPLACED_LIMIT = 30_000;

/** Milliseconds after which nobody can still be starting what takes a few seconds. */
const MAX_START = 60_000;

interface SharedEmulatorDeps {
  /** Of our own `emulator.js`; absolute. */
  readonly script: string;
  /** What it is started with, besides its port and what sharing needs. */
  readonly args: readonly string[];
  /** The folder that windows have in common. */
  readonly folder: string;
  /** Where windows find the line of its start, which has its credentials. */
  readonly note: AddressNote;
  /** How this window reaches the network: what is recorded goes that way too. */
  readonly network: () => NetworkReach;
  readonly onDidChangeNetwork: Event<void>;
  /** Hears where the emulator does not take that, does not end, or was replaced. */
  readonly onError: (error: unknown) => void;
  readonly http: Http;
  readonly clock: Clock;
}

/** What all windows read and write, and nobody else. */
export interface AddressNote extends Noted {
  write(line: string): Promise<unknown>;
  remove(): Promise<unknown>;
}

/**
 * The one emulator of all windows that share a folder: the first starts it, the others find it by the line that it has
 * noted. Each holds a request open, and some seconds after the last of these is gone it ends by itself, also
 * where nobody could say goodbye. One that does not answer is as good as none: the next that is noted takes its place.
 */
export function sharedEmulator(deps: SharedEmulatorDeps): StartEmulator {
  return (onLine, port) => new Use(deps, onLine, port);
}

/** What this window has of it. */
class Use implements ChildHandle {
  readonly #deps: SharedEmulatorDeps;
  readonly #over = new AbortController();
  readonly #ended = Promise.withResolvers<string>();
  /** Where this window has started it. */
  #child: Omit<ChildHandle, 'release'> | undefined;
  #address: EmulatorAddress | undefined;
  readonly firstLine: Promise<string>;
  readonly ended = this.#ended.promise;

  constructor(deps: SharedEmulatorDeps, onLine: (line: string) => void, port: number) {
    this.#deps = deps;
    const listeners = new DisposableStore();
    listeners.add(deps.onDidChangeNetwork(() => void this.#tellNetwork()));
    void this.ended.then(() => listeners.dispose());
    this.firstLine = this.#find(onLine, port);
    this.firstLine.then(
      () => {
        listeners.add(deps.note.onDidChange(() => void this.#follow()));
        // Another may have been noted while this one was slow to answer; not where ours was, under the lock.
        if (!this.#child) void this.#follow();
      },
      // It may have ended before anybody asks.
      () => undefined,
    );
  }

  async kill(): Promise<void> {
    const [child, address] = [this.#child, this.#address];
    if (address) await this.#stop(address);
    this.release();
    await child?.kill();
  }

  release(): void {
    this.#over.abort();
    // Nobody could find it yet.
    if (!this.#address) void this.#child?.kill();
    this.#ended.resolve('its release');
  }

  /** Resolves once it has ended, and also where it has not in time. */
  async #stop(address: EmulatorAddress): Promise<void> {
    const { http, clock, onError } = this.#deps;
    let failure: unknown = new Error('it did not end in time after it was told to stop');
    // Its connection may be gone before its answer: what counts is whether it ends.
    askEmulator(http, address, 'POST', 'stop', {}).catch((error: unknown) => (failure = error));
    const late = Promise.withResolvers<undefined>();
    const timer = clock.schedule(STOP_LIMIT, () => {
      onError(failure);
      late.resolve(undefined);
    });
    await Promise.race([this.ended, late.promise]);
    timer.dispose();
  }

  /**
   * What is noted is the emulator of all windows. Where that is another one than ours, ours did not answer the window that
   * has started it, and ends for this window as if it were stopped: the next use finds the other.
   */
  async #follow(): Promise<void> {
    const { note, clock, onError } = this.#deps;
    const other = noted(await note.read());
    if (!other || this.#over.signal.aborted) return;
    if (other.controlToken === this.#address?.controlToken) return;
    onError(new Error('it did not answer another window, which has started another one'));
    this.#ended.resolve(STOPPED);
    this.release();
    const child = this.#child;
    if (!child) return;
    // One that hangs does not see that nobody needs it, and nobody else can end it.
    const timer = clock.schedule(REPLACED_LIMIT, () => void child.kill());
    await child.ended;
    timer.dispose();
  }

  async #find(onLine: (line: string) => void, port: number): Promise<string> {
    const { folder, clock } = this.#deps;
    await mkdir(folder, { recursive: true });
    for (;;) {
      const found = await this.#join();
      if (found !== undefined) return found;
      const unlock = tryLock(join(folder, 'emulator.lock'), MAX_START);
      if (!unlock) {
        await sleep(clock, LOOK, this.#over.signal);
        continue;
      }
      try {
        // Another window may have started it since.
        return (await this.#join()) ?? (await this.#start(onLine, port));
      } finally {
        unlock();
      }
    }
  }

  /** Holds the emulator that runs, and gives the line of its start. Undefined where none does. */
  async #join(): Promise<string | undefined> {
    const line = await this.#deps.note.read();
    const address = noted(line);
    return address && (await this.#hold(address, ANSWER_LIMIT)) ? line : undefined;
  }

  async #start(onLine: (line: string) => void, port: number): Promise<string> {
    const { script, args, note } = this.#deps;
    // Given up meanwhile: the one that is noted may be well, and a new one would have no window.
    throwIfAborted(this.#over.signal);
    await note.remove();
    const all = [...args, '--until-released', '--port', String(port)];
    const child = spawnEmulator(script, all, onLine);
    this.#child = child;
    // Why it did not start; once it is held, the request tells the end first.
    void child.ended.then((how) => this.#ended.resolve(how));
    const line = await Promise.race([child.firstLine, child.ended.then(() => undefined)]);
    if (line === undefined) throw new Error('it ended before it listened');
    // Without a limit, as whoever waits for the start has one. It would go on for nobody where they have given up.
    if (!(await this.#hold(parseAddress(line)))) {
      void child.kill();
      throw new Error('it did not answer');
    }
    await note.write(line);
    return line;
  }

  /**
   * False where there is nobody who knows our token.
   * @param limit milliseconds in which it must answer; without them, it has until its use is over.
   */
  async #hold(address: EmulatorAddress, limit?: number): Promise<boolean> {
    const { http, clock } = this.#deps;
    // What this window does not use must not be held by it, should it come back.
    const letGo = new AbortController();
    const timer = limit === undefined ? undefined : clock.schedule(limit, () => letGo.abort());
    const signal = AbortSignal.any([this.#over.signal, letGo.signal]);
    const held = holdEmulator(http, address, signal);
    const isThere = await Promise.race([
      askEmulator(http, address, 'GET', 'holds').then(
        () => true,
        () => false,
      ),
      held.then(() => false),
    ]);
    timer?.dispose();
    if (!isThere) {
      letGo.abort();
      return false;
    }
    this.#address = address;
    void held.then((how) => this.#ended.resolve(how));
    await this.#tellNetwork();
    return true;
  }

  /** Of windows that reach it in several ways, the last one counts. */
  async #tellNetwork(): Promise<void> {
    const { http, network, onError } = this.#deps;
    if (!this.#address || this.#over.signal.aborted) return;
    await tellNetwork(http, this.#address, network()).catch(onError);
  }
}

/** Undefined for none, and for what another version may have written. */
function noted(line: string | undefined): EmulatorAddress | undefined {
  if (line === undefined) return undefined;
  try {
    return parseAddress(line);
  } catch {
    return undefined;
  }
}
