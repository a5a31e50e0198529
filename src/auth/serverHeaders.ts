import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import type { Event } from '../base/event';
import { isObject, objectAt } from '../base/json';
import type { Prompts } from '../platform/prompts';
import {
  type Connections,
  EMULATOR_ID,
  type HeadersByName,
  type ServerHeaders,
} from '../service/connection';
import { OriginConsent } from './originConsent';
import { SecretEntries } from './keyVault';

interface ServerHeaderStoreDeps {
  readonly secrets: vscode.SecretStorage;
  readonly prompts: Pick<Prompts, 'confirm'>;
  readonly onSecret: (secret: string) => void;
  readonly connections: Pick<Connections, 'find'>;
}

interface StoredHeaders {
  readonly origin: string;
  readonly headers: HeadersByName;
}

/**
 * Headers that the API may send to MCP servers, one secret storage entry per connection and server.
 * Headers of one API are never sent to another.
 */
export class ServerHeaderStore implements ServerHeaders, Disposable {
  readonly #entries: SecretEntries<StoredHeaders>;
  readonly #connections: Pick<Connections, 'find'>;
  readonly #consent: OriginConsent;
  readonly #onSecret: (secret: string) => void;
  readonly onDidFail: Event<unknown>;

  constructor(deps: ServerHeaderStoreDeps) {
    const { prompts } = deps;
    this.#entries = new SecretEntries(deps, 'serverHeaders.', parseStored, {
      unlock: l10n.t('Unlock or install a keyring, then try again.'),
      undeleted: l10n.t('Couldn’t delete the headers from this system’s secret storage.'),
    });
    this.#connections = deps.connections;
    this.#consent = new OriginConsent(prompts);
    this.#onSecret = deps.onSecret;
    this.onDidFail = this.#entries.onDidFail;
  }

  async read(connection: string, address: string): Promise<HeadersByName> {
    const id = entryId(connection, address);
    const stored = await this.#entries.read(id);
    if (!stored) return {};
    const { origin: from, headers } = stored;
    this.#learn(headers);
    const origin = this.#originOf(connection);
    const used = this.#connections.find(connection);
    if (used && origin !== from) {
      const server = hostOf(address);
      const request = { what: 'headers', connection: used, from, server } as const;
      await this.#consent.ask(request, () => this.#move(connection, server, origin));
    }
    return headers;
  }

  async save(connection: string, address: string, headers: HeadersByName): Promise<void> {
    this.#learn(headers);
    const id = entryId(connection, address);
    if (Object.keys(headers).length === 0) await this.#entries.delete(id);
    else await this.#entries.write(id, { origin: this.#originOf(connection), headers });
  }

  async #move(connection: string, server: string, origin: string): Promise<void> {
    const start = entryId(connection, '');
    for (const id of await this.#entries.ids()) {
      const isMeant = id.startsWith(start) && hostOf(id.slice(start.length)) === server;
      const stored = isMeant ? await this.#entries.read(id) : undefined;
      if (stored) await this.#entries.write(id, { ...stored, origin });
    }
  }

  async forget(connection: string): Promise<void> {
    const ids = await this.#entries.ids();
    for (const id of ids)
      if (id.startsWith(entryId(connection, ''))) await this.#entries.delete(id);
  }

  /** The emulator’s port changes, but the emulator always belongs to the user. */
  #originOf(connection: string): string {
    const { endpoint = '' } = this.#connections.find(connection) ?? {};
    return connection === EMULATOR_ID ? EMULATOR_ID : endpoint;
  }

  /** Includes the JSON-escaped form, so that logs and request views are redacted. */
  #learn(headers: HeadersByName): void {
    for (const value of Object.values(headers)) {
      this.#onSecret(value);
      const inJson = JSON.stringify(value).slice(1, -1);
      if (inJson !== value) this.#onSecret(inJson);
    }
  }

  dispose(): void {
    this.#entries.dispose();
  }
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

function entryId(connection: string, address: string): string {
  return `${connection} ${address}`;
}

function parseStored(value: unknown): StoredHeaders | undefined {
  if (!isObject(value) || typeof value.origin !== 'string') return undefined;
  const texts = Object.entries(objectAt(value, 'headers')).filter(
    ([, text]) => typeof text === 'string',
  );
  return { origin: value.origin, headers: Object.fromEntries(texts) as HeadersByName };
}
