import { isObject } from '../../base/json';
import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/event';
import type { OAuthClient } from './clientFile';
import { pairingOf } from './endpoints';
import { SecretEntries, type SecretEntriesParts } from './secretEntries';

/** An imported OAuth client, and the scopes that worked with it. It stays after a sign-out. */
export interface StoredClient {
  readonly client: OAuthClient;
  /** Full names; absent until a sign-in succeeded. */
  readonly scopes?: readonly string[];
}

/** Imported OAuth clients by id, one entry of the secret storage each. */
export class ClientStore implements Disposable {
  readonly #entries: SecretEntries<StoredClient>;
  readonly #onSecret: (secret: string) => void;
  readonly onDidChange: Event<string>;
  /** The storage failed, and a client is in memory only. */
  readonly onDidFail: Event<unknown>;

  constructor(parts: SecretEntriesParts & { readonly onSecret: (secret: string) => void }) {
    this.#entries = new SecretEntries(parts, 'oauthClient.', parseStored);
    this.#onSecret = parts.onSecret;
    this.onDidChange = this.#entries.onDidChange;
    this.onDidFail = this.#entries.onDidFail;
  }

  /** Throws `AppError` (`secretStorage`) where it can't be known. */
  async read(id: string): Promise<StoredClient | undefined> {
    const stored = await this.#entries.read(id);
    if (stored) this.#onSecret(stored.client.secret);
    return stored;
  }

  async write(id: string, stored: StoredClient): Promise<void> {
    this.#onSecret(stored.client.secret);
    await this.#entries.write(id, stored);
  }

  delete(id: string): Promise<void> {
    return this.#entries.delete(id);
  }

  dispose(): void {
    this.#entries.dispose();
  }
}

/** A client as it was stored; undefined for what is none, or what no file is allowed to be any more. */
export function parseOAuthClient(value: unknown): OAuthClient | undefined {
  if (!isObject(value)) return undefined;
  const { id, secret, authUri, tokenUri, project } = value;
  const isWhole =
    typeof id === 'string' &&
    typeof secret === 'string' &&
    typeof authUri === 'string' &&
    typeof tokenUri === 'string' &&
    URL.canParse(authUri) &&
    URL.canParse(tokenUri);
  if (!isWhole || pairingOf({ authUri, tokenUri }) === 'mixed') return undefined;
  return { id, secret, authUri, tokenUri, ...(typeof project === 'string' ? { project } : {}) };
}

function parseStored(value: unknown): StoredClient | undefined {
  const client = isObject(value) ? parseOAuthClient(value.client) : undefined;
  if (!isObject(value) || !client) return undefined;
  const { scopes } = value;
  if (!Array.isArray(scopes)) return { client };
  return { client, scopes: scopes.filter((one) => typeof one === 'string') };
}
