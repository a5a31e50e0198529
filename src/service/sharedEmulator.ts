import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../api/schema/row';
import type { Http, ProxySettings } from '../api/transport';
import { throwIfAborted } from '../base/async';
import { type Clock, sleep } from '../base/clock';
import { DisposableStore } from '../base/disposable';
import type { Event } from '../base/event';
import { tryLock } from '../platform/fileLock';
import type { EmulatorAddress } from './emulator';
import {
  type ChildHandle,
  type SavedStartLine,
  type StartEmulator,
  parseAddress,
  spawnEmulator,
} from './emulatorProcess';
import { askEmulator, holdEmulator, STOPPED_TEXT, sendNetworkSettings } from './emulatorControl';

/** Polling interval for an emulator started by another window, in ms. */
const LOOK = 100;

/**
 * Response timeout of the saved emulator, in ms; used twice per start, within `START_LIMIT`.
 * A busy emulator that is replaced loses its windows, but no data: both use the same database.
 */
const RESPONSE_TIMEOUT = 5000;

/** Time to end after a stop request, in ms. */
const STOP_LIMIT = 5000;

/** Time for a replaced emulator to end before it is killed, in ms. */
const REPLACED_LIMIT = 30_000;

/** Age after which a start lock is stale, in ms. */
const MAX_START = 60_000;

interface SharedEmulatorDeps {
  readonly script: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** Saved start line, which contains credentials. */
  readonly note: AddressNote;
  readonly network: () => ProxySettings;
  readonly onDidChangeNetwork: Event<void>;
  /** Ledger and caps of requests that the emulator relays, as in the control API. */
  readonly spend: () => JsonObject;
  readonly onDidChangeSpend: Event<void>;
  /** Called if network settings are rejected, the emulator doesn't end, or it was replaced. */
  readonly onError: (error: unknown) => void;
  readonly http: Http;
  readonly clock: Clock;
}

/** The saved start line, which only this extension's windows can access. */
export interface AddressNote extends SavedStartLine {
  write(line: string): Promise<unknown>;
  remove(): Promise<unknown>;
}

/**
 * Shares one emulator between windows via a saved start line. Each window holds a request open; the emulator
 * ends seconds after the last one closes. An unresponsive emulator is replaced.
 */
export function sharedEmulator(deps: SharedEmulatorDeps): StartEmulator {
  return (onLine, port) => new Use(deps, onLine, port);
}

class Use implements ChildHandle {
  readonly #deps: SharedEmulatorDeps;
  readonly #over = new AbortController();
  readonly #ended = Promise.withResolvers<string>();
  /** Undefined if another window started the emulator. */
  #child: Omit<ChildHandle, 'release'> | undefined;
  #address: EmulatorAddress | undefined;
  readonly firstLine: Promise<string>;
  readonly ended = this.#ended.promise;

  constructor(deps: SharedEmulatorDeps, onLine: (line: string) => void, port: number) {
    this.#deps = deps;
    const listeners = new DisposableStore();
    listeners.add(deps.onDidChangeNetwork(() => void this.#tellNetwork()));
    listeners.add(deps.onDidChangeSpend(() => void this.#tellSpend()));
    void this.ended.then(() => listeners.dispose());
    this.firstLine = this.#find(onLine, port);
    this.firstLine.then(
      () => {
        listeners.add(deps.note.onDidChange(() => void this.#follow()));
        // The note may have changed during a slow response; not for our own start, which holds the lock.
        if (!this.#child) void this.#follow();
      },
      // May reject before anyone awaits it.
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
    // No other window can know the emulator yet.
    if (!this.#address) void this.#child?.kill();
    this.#ended.resolve('released');
  }

  async #stop(address: EmulatorAddress): Promise<void> {
    const { http, clock, onError } = this.#deps;
    let failure: unknown = new Error('it didn’t stop in time');
    // The connection may close before the response; only the end matters.
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
   * Watches the note. If it names another emulator, this window's emulator was unresponsive and counts as
   * stopped.
   */
  async #follow(): Promise<void> {
    const { note, clock, onError } = this.#deps;
    const other = noted(await note.read());
    if (!other || this.#over.signal.aborted) return;
    if (other.controlToken === this.#address?.controlToken) return;
    onError(new Error('it didn’t respond to another window, which started another emulator'));
    this.#ended.resolve(STOPPED_TEXT);
    this.release();
    const child = this.#child;
    if (!child) return;
    // A hanging emulator doesn't notice that it is unused.
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
        // Another window may have started the emulator in the meantime.
        return (await this.#join()) ?? (await this.#start(onLine, port));
      } finally {
        unlock();
      }
    }
  }

  /** Connects to the running emulator and returns its start line. Undefined if none runs. */
  async #join(): Promise<string | undefined> {
    const line = await this.#deps.note.read();
    const address = noted(line);
    return address && (await this.#hold(address, RESPONSE_TIMEOUT)) ? line : undefined;
  }

  async #start(onLine: (line: string) => void, port: number): Promise<string> {
    const { script, args, note } = this.#deps;
    // If canceled, don't start a new emulator that has no window.
    throwIfAborted(this.#over.signal);
    await note.remove();
    const all = [...args, '--until-released', '--port', String(port)];
    const child = spawnEmulator(script, all, onLine);
    this.#child = child;
    // Reports a failed start; later, the open request reports the end first.
    void child.ended.then((how) => this.#ended.resolve(how));
    const line = await Promise.race([child.firstLine, child.ended.then(() => undefined)]);
    if (line === undefined) throw new Error('it exited before it was ready');
    // No timeout: the caller has one, and a cancellation ends it.
    if (!(await this.#hold(parseAddress(line)))) {
      void child.kill();
      throw new Error('it didn’t respond');
    }
    await note.write(line);
    return line;
  }

  /**
   * Returns false if no emulator accepts this window's token.
   * @param limit response timeout in ms; none by default.
   */
  async #hold(address: EmulatorAddress, limit?: number): Promise<boolean> {
    const { http, clock } = this.#deps;
    // A late response must not keep an unused emulator running.
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
    await Promise.all([this.#tellNetwork(), this.#tellSpend()]);
    return true;
  }

  /** Sends the network settings. If the settings of windows differ, the last window wins. */
  async #tellNetwork(): Promise<void> {
    const { http, network, onError } = this.#deps;
    if (!this.#address || this.#over.signal.aborted) return;
    await sendNetworkSettings(http, this.#address, network()).catch(onError);
  }

  /** Sends the ledger and the caps, which are the user's, so equal for all windows. */
  async #tellSpend(): Promise<void> {
    const { http, spend, onError } = this.#deps;
    if (!this.#address || this.#over.signal.aborted) return;
    await askEmulator(http, this.#address, 'POST', 'spend', spend()).catch(onError);
  }
}

/** Undefined if missing or in another release's format. */
function noted(line: string | undefined): EmulatorAddress | undefined {
  if (line === undefined) return undefined;
  try {
    return parseAddress(line);
  } catch {
    return undefined;
  }
}
