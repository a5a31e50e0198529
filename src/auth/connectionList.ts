import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { AppError } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import { EMULATOR_ID, type Connection, type Connections } from '../service/connection';
import {
  changeEntry,
  type ConnectionChange,
  parseConnections,
  unknownConnection,
} from './connectionEntries';
import type { ConnectionSettings } from './connectionSettings';

const CHOICE = 'activeConnection';

interface ConnectionListDeps {
  readonly settings: ConnectionSettings;
  readonly windowState: vscode.Memento;
  readonly onDidChangeCredential: Event<unknown>;
  /** Receives new problems of the setting, each once. */
  readonly onProblems: (problems: readonly string[]) => void;
}

export class ConnectionList implements Connections, Disposable {
  readonly #deps: ConnectionListDeps;
  readonly #emulator: Connection;
  readonly #reported = new Set<string>();
  readonly #changed = new Emitter<void>();
  readonly #subscriptions = new DisposableStore();
  #users: readonly Connection[] = [];
  readonly onDidChange = this.#changed.event;

  constructor(deps: ConnectionListDeps) {
    this.#deps = deps;
    this.#emulator = {
      id: EMULATOR_ID,
      name: l10n.t('Built-in Emulator'),
      // Placeholder: the port is known only while the emulator runs.
      endpoint: 'http://127.0.0.1',
      auth: 'apiKey',
    };
    this.#subscriptions.add(this.#changed);
    this.#subscriptions.add(deps.settings.onDidChange(() => this.#reload()));
    this.#subscriptions.add(deps.onDidChangeCredential(() => this.#changed.fire()));
    this.#read();
  }

  list(): readonly Connection[] {
    return [...this.#users, this.#emulator];
  }

  get users(): readonly Connection[] {
    return this.#users;
  }

  find(id: string): Connection | undefined {
    return this.list().find((connection) => connection.id === id);
  }

  get active(): Connection | undefined {
    const chosen = this.#deps.windowState.get<string>(CHOICE);
    const found = chosen === undefined ? undefined : this.find(chosen);
    return found ?? this.ofNewWindows;
  }

  /** The default connection of new windows, or the first one. */
  get ofNewWindows(): Connection | undefined {
    return this.default ?? this.#users[0];
  }

  get default(): Connection | undefined {
    const id = this.#deps.settings.read('activeConnection');
    return typeof id === 'string' ? this.find(id) : undefined;
  }

  async activate(id: string, options: { readonly everywhere?: boolean } = {}): Promise<void> {
    if (!this.find(id)) throw unknownConnection();
    await this.#deps.windowState.update(CHOICE, id);
    try {
      if (options.everywhere) await this.#deps.settings.write('activeConnection', id);
    } finally {
      // This window has changed even if writing the setting failed.
      this.#changed.fire();
    }
  }

  async add(connection: Connection): Promise<void> {
    const { settings } = this.#deps;
    await settings.write('connections', [...this.#entries(), connection]);
    this.#reload();
  }

  /** Changes fields of an entry. Throws the errors of `changeEntry`. */
  async update(id: string, change: ConnectionChange): Promise<void> {
    const { settings } = this.#deps;
    await settings.write('connections', changeEntry(this.#entries(), id, change));
    this.#reload();
  }

  async remove(id: string): Promise<void> {
    const { settings, windowState } = this.#deps;
    const others = this.#entries().filter((entry) => (entry as { id?: unknown } | null)?.id !== id);
    await settings.write('connections', others);
    if (settings.read('activeConnection') === id)
      await settings.write('activeConnection', undefined);
    if (windowState.get(CHOICE) === id) await windowState.update(CHOICE, undefined);
    this.#reload();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #entries(): readonly unknown[] {
    const { settings } = this.#deps;
    const entries = settings.read('connections') ?? [];
    if (Array.isArray(entries)) return entries as readonly unknown[];
    // Don’t overwrite an invalid value: it belongs to the user.
    throw new AppError(
      'badSetting',
      l10n.t('The setting generativeLanguage.connections must be an array.'),
      { hint: l10n.t('Fix the setting in settings.json, then try again.') },
    );
  }

  #reload(): void {
    this.#read();
    this.#changed.fire();
  }

  #read(): void {
    const { settings, onProblems } = this.#deps;
    const { connections, problems } = parseConnections(settings.read('connections'));
    this.#users = connections;
    const unreported = problems.filter((problem) => !this.#reported.has(problem));
    for (const problem of unreported) this.#reported.add(problem);
    if (unreported.length > 0) onProblems(unreported);
  }
}
