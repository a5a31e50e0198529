import type { LimitedParameter, RejectedParameter } from '../../api/modelPack';
import type { WireForm, RunSource } from './runExchange';
import type { Usage } from './normalResponse';
import type { SchemaHint } from './schemaHints';

/** A function call of a response, or one that was sent back. */
export interface CallFacts {
  /** Hash of name and arguments. */
  readonly key: string;
  /** Empty if the API gave none. */
  readonly id: string;
  readonly name: string;
  /** Hash of the thought signature. Empty if unsigned. */
  readonly signature: string;
}

export type RunOutcome =
  | 'running'
  | 'lost'
  | 'error'
  | 'left'
  | 'answered'
  /** Without text, calls, or data. */
  | 'empty'
  /** The output limit ended the response during the thoughts. */
  | 'thoughtsOnly'
  /** The model made an invalid function call. */
  | 'malformed'
  | 'blocked';

export interface ErrorFacts {
  readonly httpStatus: number;
  readonly status: string;
  readonly message: string;
  /** Requested delay in ms. */
  readonly retryDelayMs?: number;
  /** Whether no wait of minutes helps. */
  readonly quota?: 'daily' | 'zero' | 'credits';
}

/** Facts about a request to a model, about 1 KB. Bodies stay where they are. */
export interface RequestFacts {
  readonly id: number;
  readonly app: string;
  /** Empty if the request isn’t from an app of a folder. */
  readonly folder: string;
  /** Shown instead of the time. Empty if the time is known. */
  readonly label: string;
  readonly form: WireForm;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly status: number | undefined;
  readonly source: RunSource | undefined;
  readonly sourceName: string | undefined;
  readonly retryCount: number;
  readonly outcome: RunOutcome;
  readonly error: ErrorFacts | undefined;
  readonly model: string;
  /** Model named in the response. Empty if none. */
  readonly answeredModel: string;
  /** Hash of the request body. Empty if the body isn't retained. */
  readonly body: string;
  readonly bytes: number;
  /** Whether the body is read only when the request is opened. */
  readonly isUnread: boolean;
  /** First words of the user, the last words that were sent, and those of the response. Redacted. */
  readonly words: string;
  readonly asked: string;
  readonly said: string;
  /** IDs of the interaction and of the previous one. */
  readonly interaction: string;
  readonly previous: string;
  readonly calls: readonly CallFacts[];
  /** Hashes of the conversation that was sent, without and with the response. */
  readonly end: string;
  readonly answeredEnd: string;
  readonly contentCount: number;
  readonly tools: string;
  readonly system: string;
  /** Hash of the end of a long system instruction. Empty if short. */
  readonly systemEnd: string;
  readonly hasCachedContent: boolean;
  readonly schema: string;
  readonly hints: readonly SchemaHint[];
  /** Parameters of the request that the model ignores, and those that it rejects. */
  readonly ignored: readonly LimitedParameter[];
  readonly rejected: readonly RejectedParameter[];
  readonly usage: Usage | undefined;
  /** Estimate in US dollars. Undefined if unknown or free. */
  readonly price: number | undefined;
  readonly finish: string;
  readonly firstMs: number | undefined;
  readonly outputMs: number | undefined;
}
