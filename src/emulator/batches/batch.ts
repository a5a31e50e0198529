import type { JsonObject } from '../../api/schema/row';
import type { Edition } from '../../api/versions';
import type { Caller } from '../caller';
import type { HandlerContext } from '../handlerContext';
import { type Pace, notifyJobChange, stepsAt, timeOf, withRate } from '../jobs';
import type { Stored } from '../state';

/** Stored data of a batch. Its progress at any time is computed from this. */
export interface Batch {
  readonly kind: BatchKind;
  /** API version that created the batch, which is used to parse its requests. */
  readonly version: Edition;
  readonly caller: Caller;
  /** In ms since 1970. */
  readonly createdAt: number;
  readonly total: number;
  readonly pace: Pace;
  readonly isPaced: boolean;
  /** Base URL that the client used, for file URLs. */
  readonly origin?: string;
  /** Whether this is sample data, which no mock applies to. */
  readonly isSeeded?: true;
  /** Whether the input is a file, in which case the output is also a file. */
  readonly isFile: boolean;
  /** Number of requests after which the complete batch fails, and its error. */
  readonly failure?: { readonly after: number; readonly error: JsonObject };
  /** In ms since 1970. */
  readonly cancelledAt?: number;
  readonly work: Work;
}

export type BatchKind = 'generate' | 'embed';

/** Output written so far. Updated lazily when a request reads the batch. */
interface Work {
  /** Position of the next request: input block and line in the block. */
  readonly block: number;
  readonly line: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly bytes: number;
  readonly isOver: boolean;
}

export type BatchState =
  | 'BATCH_STATE_PENDING'
  | 'BATCH_STATE_RUNNING'
  | 'BATCH_STATE_SUCCEEDED'
  | 'BATCH_STATE_FAILED'
  | 'BATCH_STATE_CANCELLED'
  | 'BATCH_STATE_EXPIRED';

export interface BatchProgress {
  readonly state: BatchState;
  readonly completed: number;
  /** Last change, in ms since 1970. */
  readonly changedAt: number;
  /** In ms since 1970. Undefined if the batch is running. */
  readonly endedAt?: number;
  /** `google.rpc.Status` with its numeric code. Set if the batch has no output. */
  readonly error?: JsonObject;
}

const HOUR_MS = 60 * 60 * 1000;

/** Time in ms after which unfinished batches expire. */
const BATCH_LIFETIME = 48 * HOUR_MS;

// `google.rpc.Code`.
const DEADLINE_EXCEEDED = 4;
const INTERNAL = 13;

export function batchOf({ hidden }: Stored): Batch {
  return hidden.batch as unknown as Batch;
}

export function withHiddenState(batch: Batch): JsonObject {
  return { batch: batch as unknown as JsonObject };
}

/**
 * Returns the progress of a batch. Canceled and expired batches are over, regardless of the remaining
 * requests.
 */
export function batchProgress(batch: Batch, name: string, now: number): BatchProgress {
  const { pace, total, createdAt, cancelledAt = Infinity, failure } = batch;
  const startedAt = pace[0].at;
  const last = failure?.after ?? total;
  const doneAt = last === 0 ? startedAt : timeOf(pace, last);
  const expiresAt = createdAt + BATCH_LIFETIME;
  const endsAt = Math.min(doneAt, expiresAt, cancelledAt);
  const at = Math.min(now, endsAt);
  const completed = Math.min(last, at < startedAt ? 0 : Math.floor(stepsAt(pace, at)));
  if (now < endsAt) {
    if (now < startedAt) return { state: 'BATCH_STATE_PENDING', completed, changedAt: createdAt };
    const changedAt = completed === 0 ? startedAt : Math.min(now, timeOf(pace, completed));
    return { state: 'BATCH_STATE_RUNNING', completed, changedAt };
  }
  const ended = { completed, changedAt: endsAt, endedAt: endsAt };
  if (doneAt <= Math.min(expiresAt, cancelledAt)) {
    return failure
      ? { ...ended, state: 'BATCH_STATE_FAILED', error: failure.error }
      : { ...ended, state: 'BATCH_STATE_SUCCEEDED' };
  }
  if (cancelledAt > expiresAt) {
    const message = `Batch ${name} expired before it was done.`;
    return { ...ended, state: 'BATCH_STATE_EXPIRED', error: { code: DEADLINE_EXCEEDED, message } };
  }
  // A batch that has started retains its results. The live API ends other batches with an internal error.
  if (cancelledAt > startedAt) return { ...ended, state: 'BATCH_STATE_CANCELLED' };
  const message = `Batch ${name} failed without error.`;
  return { ...ended, state: 'BATCH_STATE_CANCELLED', error: { code: INTERNAL, message } };
}

export function hasOutput({ endedAt, error }: BatchProgress): boolean {
  return endedAt !== undefined && error === undefined;
}

/** In requests per second of emulator time: 10 requests take 0.5 s, 50,000 about 42 minutes. */
export const DEFAULT_BATCH_SPEED = 20;

/** Delay in ms before a batch starts. */
export const QUEUE_TIME = 2000;

const SETTING = 'batches';

export function batchSpeed({ state }: HandlerContext): number {
  const { requestsPerSecond } = state.find('settings', SETTING)?.resource ?? {};
  return typeof requestsPerSecond === 'number' ? requestsPerSecond : DEFAULT_BATCH_SPEED;
}

/** Sets the speed of new and running batches, except those with their own speed. 0 pauses them. */
export function setBatchSpeed(world: HandlerContext, requestsPerSecond: number): void {
  const { state, time } = world;
  state.transaction(() => {
    const resource = { requestsPerSecond };
    state.put('settings', { name: SETTING, parent: '', resource, hidden: {} });
    const now = time.now();
    for (const stored of state.list('batches', '')) {
      const batch = batchOf(stored);
      if (batch.isPaced || batchProgress(batch, stored.name, now).endedAt !== undefined) continue;
      const [first] = batch.pace;
      if (batch.pace.at(-1)?.rate === requestsPerSecond) continue;
      const pace =
        now <= first.at
          ? ([{ ...first, rate: requestsPerSecond }] as const)
          : withRate(batch.pace, now, requestsPerSecond);
      state.update('batches', stored.name, { hidden: withHiddenState({ ...batch, pace }) });
    }
  });
  notifyJobChange(world);
}
