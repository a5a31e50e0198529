import type { Client } from '../api/call';
import type { CredentialSource, Exchange, NetworkSettings } from '../api/transport';
import type { Version } from '../api/versions';

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
