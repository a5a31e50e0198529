import type { CredentialNeed } from '../api/credentialNeed';
import type { Credential } from '../api/transport';
import type { Version } from '../api/versions';
import type { Event } from '../base/event';

export type AuthKind = 'apiKey' | 'oauth' | 'adc' | 'none';

/** An endpoint with authentication, project and preferred API version, under a permanent id. */
export interface Connection {
  /** Eight characters, or `emulator`. Used in URIs, secret names and file names. */
  readonly id: string;
  readonly name: string;
  /** API URL in the format of `formatEndpoint`. Credentials are bound to its origin. */
  readonly endpoint: string;
  readonly uploadEndpoint?: string;
  readonly apiVersion?: Version;
  readonly auth: AuthKind;
  readonly project?: string;
}

export const EMULATOR_ID = 'emulator';

/** Whether only the emulator or recordings respond to a connection's requests, so that nothing is charged. */
export function isFree(connectionId: string, isReplayed = false): boolean {
  return isReplayed || connectionId === EMULATOR_ID;
}

/** Whether a connection can only use API methods that accept an API key. The emulator has an account too. */
export function isKeyOnly({ id, auth }: Pick<Connection, 'id' | 'auth'>): boolean {
  return auth === 'apiKey' && id !== EMULATOR_ID;
}

/** The connections of this window and the active one. Implemented in `auth`. */
export interface Connections {
  /** The user's connections, then the emulator. */
  list(): readonly Connection[];
  find(id: string): Connection | undefined;
  /** Undefined if nothing is configured or chosen. */
  readonly active: Connection | undefined;
  /** Sets this window's connection; with `everywhere`, also the default of new windows. */
  activate(id: string, options?: { readonly everywhere?: boolean }): Promise<void>;
  /** Fires if a connection or credential was added, changed or removed, or another one became active. */
  readonly onDidChange: Event<void>;
}

/** Credentials of the user's connections. Implemented in `auth`; used only by the transport. */
export interface Credentials {
  /**
   * Returns the credential of a request. Throws `AppError` if none is suitable (such as `needsSignIn`,
   * `missingScopes`) or if the user doesn't allow sending it to this origin.
   */
  get(connection: Connection, need: CredentialNeed, signal?: AbortSignal): Promise<Credential>;
  readonly onDidChange: Event<string>;
}

/** Headers by name. Their values are secrets. */
export interface HeadersByName {
  readonly [name: string]: string;
}

/**
 * Headers that the API sends to MCP servers for the user. Implemented in `auth`.
 * All methods throw `AppError` (`secretStorage`) if storage fails.
 */
export interface ServerHeaders {
  /**
   * Empty if none are stored. Asks if the connection's endpoint has changed; throws `AppError`
   * (`headersForOtherOrigin`) if the user refuses.
   */
  read(connection: string, address: string): Promise<HeadersByName>;
  /** Empty headers delete the stored ones. */
  save(connection: string, address: string, headers: HeadersByName): Promise<void>;
  forget(connection: string): Promise<void>;
}
