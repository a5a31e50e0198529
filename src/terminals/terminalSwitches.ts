import * as l10n from '@vscode/l10n';
import { ANY_KEY, type Environment, environmentOf, withoutKeys } from '../api/clientEnvironment';
import { type Disposable, DisposableStore } from '../base/disposable';
import { AppError } from '../base/errors';
import { Emitter } from '../base/event';
import type { FolderEnvironment } from '../platform/terminals';
import type { EmulatorState, SharedEmulator } from '../service/emulator';
import { sessionOf } from '../service/folderSession';

export interface Folder {
  readonly uri: string;
  readonly name: string;
}

interface TerminalSwitchesDeps {
  readonly emulator: Pick<SharedEmulator, 'state' | 'onDidChangeState' | 'onDidAppear' | 'start'>;
  readonly terminals: (folder: Folder) => FolderEnvironment;
  readonly caller: NodeJS.ProcessEnv;
  /** Whether a folder's requests are forwarded to an API with the app's own keys. */
  readonly keepsKeys: (folder: Pick<Folder, 'uri'>) => boolean;
  /** Last port passed to apps and files of this workspace, across windows. */
  readonly memory: PortMemory;
  /** Called if the port differs from the one that running apps have. */
  readonly onMoved: (from: number, to: number) => void;
  readonly onError: (error: unknown) => void;
}

interface PortMemory {
  get(): number | undefined;
  set(port: number): void;
}

/** Folders whose apps are routed to the emulator. Initially none. */
export class TerminalSwitches implements Disposable {
  readonly #deps: TerminalSwitchesDeps;
  readonly #on = new Map<string, FolderEnvironment>();
  readonly #changed = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  #port: number | undefined;
  #given: number | undefined;
  /** Fires when a folder is turned on or off, or the emulator starts or ends. */
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

  get count(): number {
    return this.#on.size;
  }

  /** Terminals keep earlier variables until the emulator has started. */
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

  /** Returns the variables that route apps to the emulator. Undefined until the emulator has started. */
  environmentOf(folder: Pick<Folder, 'uri'>): Environment | undefined {
    if (this.#port === undefined) return undefined;
    const baseUrl = `http://127.0.0.1:${this.#port}`;
    const place = { baseUrl, apiKey: ANY_KEY, session: sessionOf(folder) };
    const led = environmentOf(place, this.#deps.caller);
    return this.#deps.keepsKeys(folder) ? withoutKeys(led) : led;
  }

  /** Records that apps and files have the current port; reports a change. */
  give(): void {
    const [from, to] = [this.#given, this.#port];
    if (to === undefined || from === to) return;
    this.#given = to;
    this.#deps.memory.set(to);
    if (from !== undefined) this.#deps.onMoved(from, to);
  }

  refresh({ uri }: Pick<Folder, 'uri'>): void {
    this.#write(uri);
    this.#changed.fire();
  }

  /** Retains terminal variables, so that no app calls the live API unnoticed. */
  dispose(): void {
    this.#on.clear();
    this.#disposables.dispose();
  }

  /** Retains variables while the emulator is stopped, so that no app calls the live API unnoticed. */
  #follow(state: EmulatorState): void {
    if (state.status === 'running' && state.port !== this.#port) {
      this.#port = state.port;
      for (const uri of this.#on.keys()) this.#write(uri);
      if (this.#on.size > 0) this.give();
    }
    this.#changed.fire();
  }

  /** Sends all settings to an emulator that another window has started. */
  #rejoin(): void {
    if (this.#on.size > 0) this.#deps.emulator.start().catch(this.#deps.onError);
  }

  #write(uri: string): void {
    const environment = this.environmentOf({ uri });
    if (environment) this.#on.get(uri)?.set(environment);
  }
}

/** URI prefix of folders on a machine other than the extension's. */
const REMOTE = 'vscode-remote:';

/**
 * Throws `AppError` (`otherMachine`) if a folder's apps run on another machine or in a container, which
 * can't reach the emulator's loopback address.
 */
export function requireSameMachine({ uri, name }: Folder): void {
  if (!uri.startsWith(REMOTE)) return;
  throw new AppError(
    'otherMachine',
    l10n.t(
      'Apps in “{0}” run on another machine or in a container. They can’t reach the emulator because this extension runs on your local machine.',
      name,
    ),
    { hint: l10n.t('Install the extension there, too.') },
  );
}
