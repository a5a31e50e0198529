import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { formatEndpoint, parseEndpoint } from '../api/endpoint';
import { containsSecret as looksLikeSecret } from '../api/redact';
import { VERSIONS } from '../api/versions';
import { type Disposable, DisposableStore } from '../base/disposable';
import { AppError, errorMessage } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import type { SettingName } from '../catalog/settings';
import {
  type AuthKind,
  type Connection,
  type Connections,
  EMULATOR_ID,
} from '../service/connection';

/** In display order, the simplest first. */
export const AUTH_KINDS: readonly AuthKind[] = ['apiKey', 'oauth', 'adc', 'none'];
const FIELDS = ['id', 'name', 'endpoint', 'uploadEndpoint', 'apiVersion', 'auth', 'project'];

interface ParsedConnections {
  readonly connections: readonly Connection[];
  readonly problems: readonly string[];
}

function parseConnections(value: unknown): ParsedConnections {
  if (value === undefined) return { connections: [], problems: [] };
  if (!Array.isArray(value)) {
    const problem = l10n.t('The setting generativeLanguage.connections must be an array.');
    return { connections: [], problems: [problem] };
  }
  const connections: Connection[] = [];
  const problems: string[] = [];
  for (const [index, entry] of (value as readonly unknown[]).entries()) {
    try {
      const connection = parseConnection(entry);
      if (connections.some(({ id }) => id === connection.id)) {
        throw new AppError('badConnection', `The ID ${connection.id} is used twice.`);
      }
      connections.push(connection);
    } catch (error) {
      problems.push(
        l10n.t(
          'Entry {0} in generativeLanguage.connections was ignored. {1}',
          index + 1,
          errorMessage(error),
        ),
      );
    }
  }
  return { connections, problems };
}

/** Throws `AppError` (`badConnection`, `badEndpoint`). */
function parseConnection(entry: unknown): Connection {
  if (typeof entry !== 'object' || entry === null) throw bad('The entry must be an object.');
  const values = entry as { readonly [name: string]: unknown };
  const strange = Object.keys(values).find((name) => !FIELDS.includes(name));
  // Especially a key or token: secrets must not be in settings and aren’t used from there.
  if (strange !== undefined) throw bad(`Remove the unknown field ${JSON.stringify(strange)}.`);
  const { id, apiVersion, auth } = values;
  if (typeof id !== 'string' || !/^[A-Za-z0-9]{8}$/.test(id) || id === EMULATOR_ID) {
    throw bad('“id” must be eight letters or digits.');
  }
  const version = VERSIONS.find((known) => known === apiVersion);
  if (apiVersion !== undefined && version === undefined) {
    throw bad(`“apiVersion” must be one of ${VERSIONS.join(', ')}.`);
  }
  const kind = AUTH_KINDS.find((known) => known === auth);
  if (kind === undefined) throw bad(`“auth” must be one of ${AUTH_KINDS.join(', ')}.`);
  const uploadEndpoint = optionalText(values, 'uploadEndpoint');
  const project = optionalText(values, 'project');
  const name = requiredText(values, 'name');
  if (looksLikeSecret(name)) throw bad('“name” looks like a key or another secret.');
  return {
    id,
    name,
    endpoint: formatEndpoint(parseEndpoint(requiredText(values, 'endpoint'))),
    auth: kind,
    ...(uploadEndpoint === undefined
      ? {}
      : { uploadEndpoint: formatEndpoint(parseEndpoint(uploadEndpoint)) }),
    ...(version === undefined ? {} : { apiVersion: version }),
    ...(project === undefined ? {} : { project }),
  };
}

function optionalText(
  values: { readonly [name: string]: unknown },
  name: string,
): string | undefined {
  const value = values[name];
  if (value === undefined || (typeof value === 'string' && value.trim() !== '')) return value;
  throw bad(`“${name}” must be a non-empty string.`);
}

function requiredText(values: { readonly [name: string]: unknown }, name: string): string {
  const value = optionalText(values, name);
  if (value === undefined) throw bad(`“${name}” is missing.`);
  return value;
}

function bad(message: string): AppError<'badConnection'> {
  return new AppError('badConnection', message);
}

/** Changes to a connection; undefined removes a field. */
export type ConnectionChange = {
  readonly [F in Exclude<keyof Connection, 'id'>]?: Connection[F] | undefined;
};

/**
 * Returns the entries with one changed and the rest as the user wrote them. Throws `AppError`:
 * `unknownConnection` if it no longer exists, `badConnection` or `badEndpoint` if invalid.
 */
function changeEntry(
  entries: readonly unknown[],
  id: string,
  change: ConnectionChange,
): readonly unknown[] {
  // The valid entry: others with the same id may be invalid or come later.
  const index = entries.findIndex((entry) => idOf(entry) === id);
  if (index < 0) {
    throw unknownConnection();
  }
  const fields = Object.entries({ ...(entries[index] as object), ...change });
  const changed = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  parseConnection(changed);
  return entries.with(index, changed);
}

function idOf(entry: unknown): string | undefined {
  try {
    return parseConnection(entry).id;
  } catch {
    return undefined;
  }
}

export function unknownConnection(): AppError<'unknownConnection'> {
  return new AppError('unknownConnection', l10n.t('The connection no longer exists.'), {
    hint: l10n.t('Select another connection, or add it again.'),
  });
}

/** Settings that determine where credentials are sent. */
export interface ConnectionSettings {
  /** Reads the user’s value only, never one of a workspace or remote machine. */
  read(name: SettingName): unknown;
  write(name: SettingName, value: unknown): Promise<void>;
  readonly onDidChange: Event<void>;
}

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
