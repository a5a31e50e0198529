import { FILE_BYTES, REQUEST_BYTES } from '../api/schema/fieldLimits';
import type { JsonObject } from '../api/schema/row';
import type { Profile } from '../api/versions';
import type { Clock } from '../base/clock';
import type { SharedRules } from './answers';
import type { Speed } from './call';
import type { Holds } from './holds';
import type { QuotaSettings } from './quotas';
import type { StandIn } from './standIn';
import type { AnswerCounts, Served } from './tally';
import type { World } from './world';

export type SeedName = 'demo' | 'empty';

export interface EmulatorOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** One more address or name to listen on than those of this machine alone, such as `0.0.0.0` for all that it has. */
  readonly host?: string;
  /** Certificate and key as PEM: it serves https and wss by them, and nothing else. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly seed?: SeedName;
  /** Which service it is: today's, or that of the documents of 2024. */
  readonly profile?: Profile;
  /** Numbered models in addition to the seed's, for paging. */
  readonly models?: number;
  /** Numbered documents of a corpus in addition to the seed's, and numbered chunks of the first of them. */
  readonly documents?: number;
  readonly chunks?: number;
  /** Folder that keeps the state across starts; without it, state is in memory only. */
  readonly dataFolder?: string;
  /** `Host` values to accept in addition to the emulator's own, such as `localhost:3000`. */
  readonly allowHosts?: readonly string[];
  readonly speed?: Partial<Speed>;
  /** The one key that is taken; without it, any that does not look like a real one is. */
  readonly apiKey?: string;
  /** Random per start unless given, as is the next one. */
  readonly accessToken?: string;
  readonly controlToken?: string;
  /** Takes API keys for tuned models, as the live service does and its documents do not say. */
  readonly tunedModelsAcceptKeys?: boolean;
  /** The project has used no model before: those that are closed to new users are refused. */
  readonly newProject?: boolean;
  readonly clock?: Clock;
  /** Milliseconds since 1970: the service's time stands still there until it is moved. */
  readonly fixedTime?: number;
  /** Makes the ids of new things the same at every start. */
  readonly randomSeed?: string;
  /** Steps per second of the service's time that trainings do; 0 stops them. */
  readonly tuningSpeed?: number;
  /** Requests per second of the service's time that batches do; 0 stops them. */
  readonly batchSpeed?: number;
  /** Tokens per second of the service's time that interactions make in the background; 0 stops them. */
  readonly interactionSpeed?: number;
  /** Days of the service's time for which interactions are kept. */
  readonly interactionDays?: number;
  /** Takes names in requests that no message has, and leaves them out; they are refused otherwise. */
  readonly allowUnknownFields?: boolean;
  /** Faults that wait from the start, as the control API takes them. */
  readonly faults?: readonly JsonObject[];
  /** How much of a model the project may use. */
  readonly quotas?: QuotaSettings;
  /** Rules that answer in every session. */
  readonly answers?: SharedRules;
  /** What answers in place of the emulator where it is told to, for each session by its name; empty for the main one. */
  readonly standIn?: (session: string) => StandIn;
  readonly limits?: Partial<Limits>;
  /** Who needs it, where it ends without them; the control API has it. */
  readonly holds?: Holds;
  /** Changes the world before the first request: for tests, of what no request can make. */
  readonly prepare?: (world: World) => void;
}

export interface Limits {
  /** Most bytes of a JSON body. */
  readonly bodyBytes: number;
  /** Milliseconds for the head of a request to arrive. */
  readonly headTimeout: number;
  readonly connections: number;
  /** Entries that the request log keeps. */
  readonly logEntries: number;
  /** Most bytes of one file. */
  readonly fileBytes: number;
  /** Most bytes of all files of the project. */
  readonly projectBytes: number;
  /** Bytes that chunks of an upload are multiples of. */
  readonly uploadGranularity: number;
}

/** Slow enough to see the pieces arrive, fast enough not to wait for them. */
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
  /** `http://127.0.0.1:PORT`, or with `https`, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly accessToken: string;
  /** Path of a `client_secret.json` for signing in; removed at the end. */
  readonly clientSecretFile: string;
  /** Opens `/$emulator/…` when sent as `x-emulator-control`. */
  readonly controlToken: string;
  /** Where other machines reach it; none unless its options say so. */
  readonly openAddresses: readonly string[];
  /** Whether the state survives the process. */
  readonly isKept: boolean;
  /** What it was asked until now, in all sessions. */
  served(): readonly Served[];
  /** What gave the answers until now, in all sessions. */
  answers(): AnswerCounts;
  /** Ends running answers and closes every socket. */
  close(): Promise<void>;
}
