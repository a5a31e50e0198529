import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Http, NetworkReach } from '../api/transport';
import { type Clock, sleep } from '../base/clock';
import type { Event } from '../base/event';
import type { EmulatorAddress } from './emulator';
import { spawnEmulator } from './emulatorChild';
import { askEmulator, holdEmulator, tellNetwork } from './emulatorControl';
import { type ChildHandle, type Noted, parseAddress, type StartEmulator } from './emulatorProcess';
import { tryLock } from './startLock';

/** Milliseconds between two looks at whether another window has started it. */
const LOOK = 100;

export interface SharedEmulatorDeps {
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
  /** Hears where the emulator does not take that. */
  readonly onError: (error: unknown) => void;
  readonly http: Http;
  readonly clock: Clock;
}

/** What all windows read and write, and nobody else. */
export interface AddressNote extends Pick<Noted, 'read'> {
  write(line: string): Promise<unknown>;
  remove(): Promise<unknown>;
}

/**
 * The one emulator of all windows that share a folder: the first starts it, the others find it by the line that it has
 * noted. Each holds a request open, and some seconds after the last of these is gone it ends by itself, also
 * where nobody could say goodbye.
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
    const listener = deps.onDidChangeNetwork(() => void this.#tellNetwork());
    void this.ended.then(() => listener.dispose());
    this.firstLine = this.#find(onLine, port);
    // It may have ended before anybody asks.
    this.firstLine.catch(() => undefined);
  }

  async kill(): Promise<void> {
    const [child, address] = [this.#child, this.#address];
    if (address) {
      const { http } = this.#deps;
      await askEmulator(http, address, 'POST', 'stop', {}).catch(() => undefined);
      await this.ended;
    }
    this.release();
    await child?.kill();
  }

  release(): void {
    this.#over.abort();
    // Nobody could find it yet.
    if (!this.#address) void this.#child?.kill();
    this.#ended.resolve('its release');
  }

  async #find(onLine: (line: string) => void, port: number): Promise<string> {
    const { folder, clock } = this.#deps;
    await mkdir(folder, { recursive: true });
    for (;;) {
      const found = await this.#join();
      if (found !== undefined) return found;
      const unlock = await tryLock(join(folder, 'emulator.lock'), clock.now());
      if (!unlock) {
        await sleep(clock, LOOK, this.#over.signal);
        continue;
      }
      try {
        // Another window may have started it since.
        return (await this.#join()) ?? (await this.#start(onLine, port));
      } finally {
        await unlock();
      }
    }
  }

  /** Holds the emulator that runs, and gives the line of its start. Undefined where none does. */
  async #join(): Promise<string | undefined> {
    const line = await this.#deps.note.read();
    const address = line === undefined ? undefined : noted(line);
    return address && (await this.#hold(address)) ? line : undefined;
  }

  async #start(onLine: (line: string) => void, port: number): Promise<string> {
    const { script, args, note } = this.#deps;
    await note.remove();
    const all = [...args, '--until-released', '--port', String(port)];
    const child = spawnEmulator(script, all, onLine);
    this.#child = child;
    // Why it did not start; once it is held, the request tells the end first.
    void child.ended.then((how) => this.#ended.resolve(how));
    const line = await Promise.race([child.firstLine, child.ended.then(() => undefined)]);
    if (line === undefined) throw new Error('it ended before it listened');
    await this.#hold(parseAddress(line));
    await note.write(line);
    return line;
  }

  /** False where there is nobody who knows our token. */
  async #hold(address: EmulatorAddress): Promise<boolean> {
    const { http } = this.#deps;
    const held = holdEmulator(http, address, this.#over.signal);
    const isThere = await Promise.race([
      askEmulator(http, address, 'GET', 'holds').then(
        () => true,
        () => false,
      ),
      held.then(() => false),
    ]);
    if (!isThere) return false;
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

/** Undefined for what another version may have written. */
function noted(line: string): EmulatorAddress | undefined {
  try {
    return parseAddress(line);
  } catch {
    return undefined;
  }
}
