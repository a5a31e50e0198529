import { ANY_KEY, type Environment, environmentOf, withoutKeys } from '../api/clientEnvironment';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter } from '../base/event';
import type { FolderEnvironment } from '../platform/terminals';
import type { EmulatorState, SharedEmulator } from '../service/emulator';
import { sessionOf } from '../service/folderSession';

/** A folder of the workspace. */
export interface Folder {
  /** Its address, which tells folders apart. */
  readonly uri: string;
  readonly name: string;
}

interface TerminalSwitchesDeps {
  readonly emulator: Pick<SharedEmulator, 'state' | 'onDidChangeState' | 'onDidAppear' | 'start'>;
  readonly terminals: (folder: Folder) => FolderEnvironment;
  /** The environment that terminals begin with. */
  readonly caller: NodeJS.ProcessEnv;
  /** Whether the requests of a folder's programs go on to a service, with keys of their own. */
  readonly keepsKeys: (folder: Pick<Folder, 'uri'>) => boolean;
  /** The port that programs and files of this workspace were given last, also by a window before this one. */
  readonly memory: PortMemory;
  /** Learns that programs find the emulator elsewhere than those which run already believe. */
  readonly onMoved: (from: number, to: number) => void;
  readonly onError: (error: unknown) => void;
}

interface PortMemory {
  get(): number | undefined;
  set(port: number): void;
}

/** Which folders have programs that are led to the emulator. Begins with none. */
export class TerminalSwitches implements Disposable {
  readonly #deps: TerminalSwitchesDeps;
  readonly #on = new Map<string, FolderEnvironment>();
  readonly #changed = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  /** Where the emulator listened last. */
  #port: number | undefined;
  /** Where programs and files have it. */
  #given: number | undefined;
  /** A folder was turned on, or the emulator came or went. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: TerminalSwitchesDeps) {
    this.#deps = deps;
    this.#given = deps.memory.get();
    this.#disposables.add(this.#changed);
    this.#disposables.add(deps.emulator.onDidChangeState((state) => this.#follow(state)));
    this.#disposables.add(deps.emulator.onDidAppear(() => this.#rejoin()));
    this.#follow(deps.emulator.state);
  }

  isOn({ uri }: Pick<Folder, 'uri'>): boolean {
    return this.#on.has(uri);
  }

  /** How many folders are on. */
  get count(): number {
    return this.#on.size;
  }

  /** Until the emulator has run, terminals keep what an earlier window has left them. */
  turnOn(folder: Folder): void {
    if (this.isOn(folder)) return;
    this.#on.set(folder.uri, this.#deps.terminals(folder));
    this.#write(folder.uri);
    this.give();
    this.#changed.fire();
  }

  turnOff({ uri }: Pick<Folder, 'uri'>): void {
    this.#on.get(uri)?.clear();
    if (this.#on.delete(uri)) this.#changed.fire();
  }

  /** What leads the programs of a folder to the emulator; undefined until that has run. */
  environmentOf(folder: Pick<Folder, 'uri'>): Environment | undefined {
    if (this.#port === undefined) return undefined;
    const baseUrl = `http://127.0.0.1:${this.#port}`;
    const place = { baseUrl, apiKey: ANY_KEY, session: sessionOf(folder) };
    const led = environmentOf(place, this.#deps.caller);
    return this.#deps.keepsKeys(folder) ? withoutKeys(led) : led;
  }

  /** Programs or files have the emulator from now on where it listens now; it tells where that was elsewhere before. */
  give(): void {
    const [from, to] = [this.#given, this.#port];
    if (to === undefined || from === to) return;
    this.#given = to;
    this.#deps.memory.set(to);
    if (from !== undefined) this.#deps.onMoved(from, to);
  }

  /** Tells terminals what has changed for a folder. */
  refresh({ uri }: Pick<Folder, 'uri'>): void {
    this.#write(uri);
    this.#changed.fire();
  }

  /** What terminals have stays for the next window: nothing may go to the real service unnoticed. */
  dispose(): void {
    this.#on.clear();
    this.#disposables.dispose();
  }

  /** While it does not run, what terminals have stays: nothing may go to the real service unnoticed. */
  #follow(state: EmulatorState): void {
    if (state.status === 'running' && state.port !== this.#port) {
      this.#port = state.port;
      for (const uri of this.#on.keys()) this.#write(uri);
      if (this.#on.size > 0) this.give();
    }
    this.#changed.fire();
  }

  /** Programs of this window ask what another window has started: all that they are led by has to be told to it. */
  #rejoin(): void {
    if (this.#on.size > 0) this.#deps.emulator.start().catch(this.#deps.onError);
  }

  #write(uri: string): void {
    const environment = this.environmentOf({ uri });
    if (environment) this.#on.get(uri)?.set(environment);
  }
}
