import { FILE_BYTES, REQUEST_BYTES } from '../api/schema/fieldLimits';
import type { JsonObject } from '../api/schema/row';
import type { Profile } from '../api/versions';
import type { Clock } from '../base/clock';
import type { SharedRules } from './answers';
import type { Speed } from './call';
import type { KeepAliveClients } from './openRequests';
import type { QuotaSettings } from './quotas';
import type { LogEntry, ResponseCounts, ServedRequest } from './requestLog';
import type { ResponseSource } from './responseSource';
import type { HandlerContext } from './handlerContext';

export type SeedName = 'demo' | 'empty';

export interface EmulatorOptions {
  /** Default: 0, a free port. */
  readonly port?: number;
  /** Additional address or host name to listen on, such as `0.0.0.0` for all interfaces. */
  readonly host?: string;
  /** Certificate and key as PEM. The emulator then serves HTTPS and WSS only. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly seed?: SeedName;
  /** API profile: the current API or the API of 2024. */
  readonly profile?: Profile;
  /** Number of models added to the sample data, to test paging. */
  readonly models?: number;
  /** Number of documents added to the sample data, and of chunks in the first one. */
  readonly documents?: number;
  readonly chunks?: number;
  /** Folder for persistent state. Default: in memory. */
  readonly dataFolder?: string;
  /** More accepted `Host` values, such as `localhost:3000`. */
  readonly allowHosts?: readonly string[];
  readonly speed?: Partial<Speed>;
  /** The only accepted API key. Default: any key that doesn't look real. */
  readonly apiKey?: string;
  /** Default: random. Also applies to `controlToken`. */
  readonly accessToken?: string;
  readonly controlToken?: string;
  /**
   * Whether to accept API keys for tuned models, as the live API does against its documentation.
   */
  readonly tunedModelsAcceptKeys?: boolean;
  /** Whether the project is new, so that models closed to new users are rejected. */
  readonly newProject?: boolean;
  readonly clock?: Clock;
  /** Fixed emulator time in ms since 1970, until it is moved. */
  readonly fixedTime?: number;
  /** Makes generated IDs repeatable. */
  readonly randomSeed?: string;
  /** Tuning steps per second of emulator time. 0 pauses tuning jobs. */
  readonly tuningSpeed?: number;
  /** Batch requests per second of emulator time. 0 pauses batches. */
  readonly batchSpeed?: number;
  /** Tokens per second of emulator time for background interactions. 0 pauses them. */
  readonly interactionSpeed?: number;
  /** Retention of interactions in days of emulator time. */
  readonly interactionDays?: number;
  /** Whether to ignore unknown request fields instead of rejecting them. */
  readonly allowUnknownFields?: boolean;
  readonly faults?: readonly JsonObject[];
  readonly quotas?: QuotaSettings;
  readonly answers?: SharedRules;
  readonly standIn?: (session: string) => ResponseSource;
  readonly limits?: Partial<Limits>;
  readonly holds?: KeepAliveClients;
  /** Changes the world before the first request, for tests of states that API calls can't create. */
  readonly prepare?: (world: HandlerContext) => void;
}

export interface Limits {
  /** Maximum size of a JSON body in bytes. */
  readonly bodyBytes: number;
  /** Timeout for request headers in ms. */
  readonly headTimeout: number;
  readonly connections: number;
  readonly logEntries: number;
  readonly fileBytes: number;
  /** Maximum total file size of the project in bytes. */
  readonly projectBytes: number;
  /** Upload chunks must be a multiple of this size in bytes. */
  readonly uploadGranularity: number;
}

/** Slow enough to show streaming, but fast enough not to wait. */
export const defaultSpeed: Speed = { latency: 250, rate: 90 };

export const defaultLimits: Limits = {
  bodyBytes: REQUEST_BYTES,
  headTimeout: 10_000,
  connections: 128,
  logEntries: 1000,
  fileBytes: FILE_BYTES,
  projectBytes: 20 * 1024 ** 3,
  uploadGranularity: 8 * 1024 ** 2,
};

export interface Emulator {
  /** `http://127.0.0.1:PORT` or `https`, without trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly accessToken: string;
  /** Path of a `client_secret.json` for sign-in, deleted on exit. */
  readonly clientSecretFile: string;
  /** Value of the header `x-emulator-control` for the control API. */
  readonly controlToken: string;
  /** URLs for other machines. Empty by default. */
  readonly openAddresses: readonly string[];
  served(): readonly ServedRequest[];
  /** Returns the latest requests by session, the main session’s under an empty name. */
  logs(): ReadonlyMap<string, readonly LogEntry[]>;
  answers(): ResponseCounts;
  close(): Promise<void>;
}
