import * as l10n from '@vscode/l10n';
import type { Disposable } from '../base/disposable';
import type { Event } from '../base/event';
import { isObject } from '../base/json';
import { type OAuthClient, endpointsFor } from './oauthClient';
import { SecretEntries, type SecretEntriesDeps } from './keyVault';

function signInAgain(): string {
  return l10n.t(
    'Unlock or install a keyring, or sign in again to stay signed in until this window closes.',
  );
}

/** An imported OAuth client and the scopes that worked. Retained after sign-out. */
export interface StoredClient {
  readonly client: OAuthClient;
  /** Full names; undefined before the first successful sign-in. */
  readonly scopes?: readonly string[];
}

/** Imported OAuth clients by id, one secret storage entry each. */
export class ClientStore implements Disposable {
  readonly #entries: SecretEntries<StoredClient>;
  readonly #onSecret: (secret: string) => void;
  readonly onDidChange: Event<string>;
  readonly onDidFail: Event<unknown>;

  constructor(deps: SecretEntriesDeps & { readonly onSecret: (secret: string) => void }) {
    this.#entries = new SecretEntries(deps, 'oauthClient.', parseStoredClient, {
      unlock: signInAgain(),
      undeleted: l10n.t('Couldn’t delete the OAuth client from this system’s secret storage.'),
    });
    this.#onSecret = deps.onSecret;
    this.onDidChange = this.#entries.onDidChange;
    this.onDidFail = this.#entries.onDidFail;
  }

  /** Throws `AppError` (`secretStorage`) if storage can’t be read. */
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

/** Parses a stored client. Undefined if invalid or no longer allowed. */
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
  if (!isWhole || endpointsFor({ authUri, tokenUri }) === 'mixed') return undefined;
  return { id, secret, authUri, tokenUri, ...(typeof project === 'string' ? { project } : {}) };
}

function parseStoredClient(value: unknown): StoredClient | undefined {
  const client = isObject(value) ? parseOAuthClient(value.client) : undefined;
  if (!isObject(value) || !client) return undefined;
  const { scopes } = value;
  if (!Array.isArray(scopes)) return { client };
  return { client, scopes: scopes.filter((one) => typeof one === 'string') };
}

/** A stored sign-in, without access tokens: each window requests its own. */
export interface StoredSignIn {
  readonly version: 1;
  readonly revision: number;
  /** New for each sign-in; unchanged by token renewal. */
  readonly session: string;
  readonly client: OAuthClient;
  readonly origin: string;
  readonly uploadOrigin?: string;
  readonly email?: string;
  readonly refreshToken: string;
  readonly asked: readonly string[];
  readonly granted: readonly string[];
  /** In ms since 1970. */
  readonly signedInAt: number;
  /** In ms since 1970; undefined if the server didn’t report an end. */
  readonly endsAt?: number;
}

export type NewSignIn = Omit<StoredSignIn, 'version' | 'revision'>;

/** Sign-ins by id, one secret storage entry each. */
export class TokenStore implements Disposable {
  readonly #entries: SecretEntries<StoredSignIn>;
  readonly #onSecret: (secret: string) => void;
  // Serializes changes in this window, as read and write are separate steps.
  #turn: Promise<unknown> = Promise.resolve();
  readonly onDidChange: Event<string>;
  readonly onDidFail: Event<unknown>;

  /** @param deps `onSecret` receives every token that is read or written. */
  constructor(deps: SecretEntriesDeps & { readonly onSecret: (secret: string) => void }) {
    this.#entries = new SecretEntries(deps, 'oauth.', parseStoredSignIn, {
      unlock: signInAgain(),
      undeleted: l10n.t('Couldn’t delete the sign-in from this system’s secret storage.'),
    });
    this.#onSecret = deps.onSecret;
    this.onDidChange = this.#entries.onDidChange;
    this.onDidFail = this.#entries.onDidFail;
  }

  /** Reads the stored sign-in. Throws `AppError` (`secretStorage`) if that fails. */
  async read(id: string): Promise<StoredSignIn | undefined> {
    const stored = await this.#entries.read(id);
    if (stored) this.#learn(stored);
    return stored;
  }

  /** Stores a new sign-in. Returns the previous one, if any. */
  async save(id: string, signIn: NewSignIn): Promise<StoredSignIn | undefined> {
    this.#learn(signIn);
    return await this.#inTurn(async () => {
      const before = await this.#entries.read(id).catch(() => undefined);
      await this.#write(id, signIn, before);
      return before;
    });
  }

  /** Replaces the refresh token of `expected`. Does nothing if a different sign-in or none is stored. */
  async replace(id: string, expected: StoredSignIn, refreshToken: string): Promise<void> {
    this.#onSecret(refreshToken);
    await this.#inTurn(async () => {
      // If the entry can’t be read, still save the new token: the old one is no longer valid.
      const current = await this.#entries.read(id).catch(() => expected);
      if (!current || !isSameToken(current, expected)) return;
      await this.#write(id, { ...current, refreshToken }, current);
    });
  }

  async update(id: string, change: Partial<NewSignIn>): Promise<boolean> {
    return await this.#inTurn(async () => {
      const current = await this.#entries.read(id);
      if (current) await this.#write(id, { ...current, ...change }, current);
      return current !== undefined;
    });
  }

  /**
   * Deletes a sign-in unless a different one replaced it. Returns the deleted one, whose token may be newer
   * than that of `expected`. Undefined if nothing was deleted.
   */
  async deleteIf(id: string, expected: StoredSignIn): Promise<StoredSignIn | undefined> {
    return await this.#inTurn(async () => {
      const current = await this.read(id);
      if (current && current.session !== expected.session) return undefined;
      await this.#entries.delete(id);
      return current;
    });
  }

  ids(): Promise<readonly string[]> {
    return this.#entries.ids();
  }

  dispose(): void {
    this.#entries.dispose();
  }

  #write(id: string, signIn: NewSignIn, before: StoredSignIn | undefined): Promise<void> {
    const revision = (before?.revision ?? 0) + 1;
    return this.#entries.write(id, { ...signIn, version: 1, revision });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #learn({ refreshToken, client }: NewSignIn): void {
    this.#onSecret(refreshToken);
    this.#onSecret(client.secret);
  }
}

export function isSameToken(left: StoredSignIn, right: StoredSignIn): boolean {
  return left.session === right.session && left.refreshToken === right.refreshToken;
}

function parseStoredSignIn(value: unknown): StoredSignIn | undefined {
  if (!isObject(value) || value.version !== 1) return undefined;
  const { revision, session, origin, email, refreshToken, asked, granted, signedInAt, endsAt } =
    value;
  const client = parseOAuthClient(value.client);
  const isWhole =
    client !== undefined &&
    typeof revision === 'number' &&
    typeof session === 'string' &&
    typeof origin === 'string' &&
    typeof refreshToken === 'string' &&
    typeof signedInAt === 'number';
  if (!isWhole) return undefined;
  return {
    version: 1,
    revision,
    session,
    client,
    origin,
    ...(typeof value.uploadOrigin === 'string' ? { uploadOrigin: value.uploadOrigin } : {}),
    refreshToken,
    asked: texts(asked),
    granted: texts(granted),
    signedInAt,
    ...(typeof email === 'string' ? { email } : {}),
    ...(typeof endsAt === 'number' ? { endsAt } : {}),
  };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
