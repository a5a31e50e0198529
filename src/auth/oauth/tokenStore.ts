import { isObject } from '../../base/json';
import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/event';
import type { OAuthClient } from './clientFile';
import { parseOAuthClient } from './clientStore';
import { SecretEntries, type SecretEntriesParts } from './secretEntries';

/** A sign-in as it is kept. Access tokens are not: each window gets its own. */
export interface StoredSignIn {
  readonly version: 1;
  /** Grows by one with each change of the entry. */
  readonly revision: number;
  /** New with each sign-in, and the same through all refreshes of it. */
  readonly session: string;
  readonly client: OAuthClient;
  /** Origin of the service that it was made for, and is sent to. */
  readonly origin: string;
  /** Where uploads go, where the user has allowed another origin for those. */
  readonly uploadOrigin?: string;
  readonly email?: string;
  readonly refreshToken: string;
  /** Full names: what was asked for, and what was granted. */
  readonly asked: readonly string[];
  readonly granted: readonly string[];
  /** Milliseconds since 1970. */
  readonly signedInAt: number;
  /** Milliseconds since 1970; where the server says that it has an end. */
  readonly endsAt?: number;
}

export type NewSignIn = Omit<StoredSignIn, 'version' | 'revision'>;

/** Sign-ins by id, one entry of the secret storage each. */
export class TokenStore implements Disposable {
  readonly #entries: SecretEntries<StoredSignIn>;
  readonly #onSecret: (secret: string) => void;
  // One change after the other within a window: reading and writing are two steps.
  #turn: Promise<unknown> = Promise.resolve();
  /** Id of a sign-in that changed, in this window or another. */
  readonly onDidChange: Event<string>;
  /** The storage failed, and a sign-in is in memory only. */
  readonly onDidFail: Event<unknown>;

  /** @param parts `onSecret` learns every token that is read or written. */
  constructor(parts: SecretEntriesParts & { readonly onSecret: (secret: string) => void }) {
    this.#entries = new SecretEntries(parts, 'oauth.', parseSignIn);
    this.#onSecret = parts.onSecret;
    this.onDidChange = this.#entries.onDidChange;
    this.onDidFail = this.#entries.onDidFail;
  }

  /** What is stored now. Throws `AppError` (`secretStorage`) where that can't be known. */
  async read(id: string): Promise<StoredSignIn | undefined> {
    const stored = await this.#entries.read(id);
    if (stored) this.#learn(stored);
    return stored;
  }

  /** Puts a new sign-in in the place of whatever was there. */
  async save(id: string, signIn: NewSignIn): Promise<void> {
    this.#learn(signIn);
    await this.#inTurn(async () => {
      // What can't be read is replaced too.
      const before = await this.#entries.read(id).catch(() => undefined);
      await this.#write(id, signIn, before);
    });
  }

  /**
   * Puts another refresh token in the place of `expected`, unless something newer is there or it is gone:
   * then nothing is written.
   */
  async replace(
    id: string,
    expected: StoredSignIn,
    refreshToken: string,
  ): Promise<'written' | 'newer' | 'gone'> {
    this.#onSecret(refreshToken);
    return await this.#inTurn(async () => {
      // Where it can't be read, the new token must not be lost: the old one is worth nothing any more.
      const current = await this.#entries.read(id).catch(() => expected);
      if (!current) return 'gone';
      if (!isSameToken(current, expected)) return 'newer';
      await this.#write(id, { ...current, refreshToken }, current);
      return 'written';
    });
  }

  /** Changes what is stored now. Says whether there is anything. */
  async update(id: string, change: Partial<NewSignIn>): Promise<boolean> {
    return await this.#inTurn(async () => {
      const current = await this.#entries.read(id);
      if (current) await this.#write(id, { ...current, ...change }, current);
      return current !== undefined;
    });
  }

  /** Deletes a sign-in, unless another one took its place. Says whether it is gone. */
  async deleteIf(id: string, expected: StoredSignIn): Promise<boolean> {
    return await this.#inTurn(async () => {
      const current = await this.#entries.read(id);
      // A rotated token of the same sign-in goes with it.
      if (current && current.session !== expected.session) return false;
      await this.#entries.delete(id);
      return true;
    });
  }

  /** Ids of all sign-ins. */
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

/** Whether two are of one sign-in, and no refresh came between. */
export function isSameToken(left: StoredSignIn, right: StoredSignIn): boolean {
  return left.session === right.session && left.refreshToken === right.refreshToken;
}

function parseSignIn(value: unknown): StoredSignIn | undefined {
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
