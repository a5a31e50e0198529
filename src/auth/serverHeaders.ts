import type * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import type { Event } from '../base/event';
import { isObject } from '../base/json';
import type { L10n } from '../platform/l10n';
import type { HeadersByName, ServerHeaders } from '../service/serverHeaders';
import { SecretEntries } from './secretStore';

export interface ServerHeaderStoreDeps {
  readonly secrets: vscode.SecretStorage;
  readonly l10n: L10n;
  readonly onSecret: (secret: string) => void;
}

/**
 * What the user lets the service send to servers of tools, one entry of the secret storage for each server of each
 * connection: headers that were entered for one are never sent to a service that another connection leads to.
 */
export class ServerHeaderStore implements ServerHeaders, Disposable {
  readonly #entries: SecretEntries<HeadersByName>;
  readonly #onSecret: (secret: string) => void;
  /** The storage failed, and headers are in memory only. */
  readonly onDidFail: Event<unknown>;

  constructor(deps: ServerHeaderStoreDeps) {
    this.#entries = new SecretEntries(deps, 'serverHeaders.', parseHeaders);
    this.#onSecret = deps.onSecret;
    this.onDidFail = this.#entries.onDidFail;
  }

  async read(connection: string, address: string): Promise<HeadersByName> {
    const headers = (await this.#entries.read(entryId(connection, address))) ?? {};
    this.#learn(headers);
    return headers;
  }

  async save(connection: string, address: string, headers: HeadersByName): Promise<void> {
    this.#learn(headers);
    const id = entryId(connection, address);
    if (Object.keys(headers).length === 0) await this.#entries.delete(id);
    else await this.#entries.write(id, headers);
  }

  /** Also as they stand in JSON, so that no log and no view of requests has one. */
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

function entryId(connection: string, address: string): string {
  return `${connection} ${address}`;
}

function parseHeaders(value: unknown): HeadersByName | undefined {
  if (!isObject(value)) return undefined;
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts) as HeadersByName;
}
