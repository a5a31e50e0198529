import type { Client } from '../api/call';
import type { CredentialNeed } from '../api/credentialNeed';
import type { CredentialSource, Exchange, NetworkSettings } from '../api/transport';
import type { Version } from '../api/versions';
import type { Connection } from './connection';

/**
 * One client per connection, made on first use, closed when the connection changes or the window goes.
 * Asking for the emulator's client starts the emulator and waits until it listens.
 */
export interface Clients {
  /** Throws `AppError` where the connection is unknown or lacks its credential. */
  get(connectionId: string): Promise<Client>;
}

/** What a client is made of. */
export interface ClientTarget {
  /** Id of the connection; absent where a credential is tried before there is one. */
  readonly connection?: string;
  /** As `formatEndpoint` gives it. */
  readonly endpoint: string;
  readonly version: Version;
  /** Where uploads go, if not to the endpoint: an address, and what opens it. */
  readonly upload?: { readonly endpoint: string; readonly credential: CredentialSource };
  readonly credential: CredentialSource;
  /** Told of every exchange once it is over, with a recording where `isRecording` said so before. */
  readonly onExchange?: (exchange: Exchange) => void;
  readonly isRecording?: () => boolean;
  /** Asked once, before the first request. */
  readonly network: () => NetworkSettings;
}

export type OpenClient = (target: ClientTarget) => Promise<Client>;

/** Why a credential does not open something: it is a key, nobody is signed in, or access was not granted. */
export type ClosedReason = 'needsAccount' | 'needsSignIn' | 'needsScopes';

/**
 * Tells of a connection what its credential does not open, as far as that is known without asking the
 * service. The room `auth` knows it.
 */
export type ClosedBy = (
  connection: Connection,
) => Promise<(need: CredentialNeed) => ClosedReason | undefined>;
