import type { CredentialNeed } from '../api/credentialNeed';
import type { Credential } from '../api/transport';
import type { Version } from '../api/versions';
import type { Event } from '../base/event';

export type AuthKind = 'apiKey' | 'oauth' | 'adc' | 'none';

/** Endpoint, credential kind, project and preferred version, under an id that never changes. */
export interface Connection {
  /** 8 characters; `emulator` for the built-in one. Used in URIs, secret keys and file names. */
  readonly id: string;
  readonly name: string;
  /** Address of the service, as `formatEndpoint` gives it. Whatever signs its requests is bound to it. */
  readonly endpoint: string;
  readonly uploadEndpoint?: string;
  readonly apiVersion?: Version;
  readonly auth: AuthKind;
  readonly project?: string;
}

export const EMULATOR_ID = 'emulator';

/** Whether a connection opens nothing that takes no API key. The emulator has an account too. */
export function isKeyOnly({ id, auth }: Pick<Connection, 'id' | 'auth'>): boolean {
  return auth === 'apiKey' && id !== EMULATOR_ID;
}

/** The connections of this window, and the one it uses. The room `auth` owns them. */
export interface Connections {
  /** The user's, then the emulator. */
  list(): readonly Connection[];
  find(id: string): Connection | undefined;
  /** What this window uses; undefined while nothing is configured or chosen. */
  readonly active: Connection | undefined;
  /** Chooses for this window; with `everywhere`, also as the default of new windows. */
  activate(id: string, options?: { readonly everywhere?: boolean }): Promise<void>;
  /** A connection was added, changed or removed, another became active, or a credential changed. */
  readonly onDidChange: Event<void>;
}

/** Credentials of the user's connections. The room `auth` owns them; only the transport sees them. */
export interface Credentials {
  /**
   * What a request of a connection is signed with. Throws `AppError` where there is nothing that opens it
   * (`needsSignIn`, `missingScopes` and others), or where what is stored was entered for another origin and
   * the user does not want it sent to this one.
   */
  get(connection: Connection, need: CredentialNeed, signal?: AbortSignal): Promise<Credential>;
  /** Id of a connection whose credential changed, in this window or another. */
  readonly onDidChange: Event<string>;
}
