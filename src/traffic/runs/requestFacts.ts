import {
  answeringModel,
  ignoredParameters,
  type LimitedParameter,
  packedModel,
  type RejectedParameter,
  rejectedParameters,
} from '../../api/modelPack';
import { isObject, type JsonValue } from '../../base/json';
import type { NormalRequest } from './normalRequest';
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

/** Returns the parameters of a request that its model ignores or rejects. */
export function limitedParameters(
  request: NormalRequest,
  at: number,
): Pick<RequestFacts, 'ignored' | 'rejected'> {
  const packed = packedModel(request.model);
  if (!packed) return { ignored: [], rejected: [] };
  const model = answeringModel(packed, at);
  const isUsed = (name: LimitedParameter): boolean => uses(request, name);
  return {
    ignored: ignoredParameters(model).filter(isUsed),
    rejected: rejectedParameters(model).filter(isUsed),
  };
}

/** Whether a request sets a parameter to a value that matters. */
function uses({ config, contents, cached }: NormalRequest, name: LimitedParameter): boolean {
  switch (name) {
    case 'modelTurn':
      return contents.at(-1)?.role === 'model';
    case 'cachedContent':
      return cached !== '';
    case 'thinkingBudget':
      return fieldIn(fieldIn(config, 'thinkingConfig'), name) !== undefined;
    case 'candidateCount':
      return Number(fieldIn(config, name) ?? 1) > 1;
    case 'temperature':
    case 'topP':
      // The value 1 changes nothing.
      return (fieldIn(config, name) ?? 1) !== 1;
    default:
      return fieldIn(config, name) !== undefined;
  }
}

/** Returns a field in either spelling. Undefined if missing or null. */
function fieldIn(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (!isObject(value)) return undefined;
  const snake = name.replace(/[A-Z]/, (upper) => `_${upper.toLowerCase()}`);
  return value[name] ?? value[snake] ?? undefined;
}
