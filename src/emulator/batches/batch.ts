import type { JsonObject } from '../../api/schema/row';
import type { Edition } from '../../api/versions';
import type { Caller } from '../caller';
import { type Pace, stepsAt, timeOf } from '../pace';
import type { Stored } from '../state';

/** What the service knows of a batch. How far it is at any time is computed from this. */
export interface Batch {
  readonly kind: BatchKind;
  /** The version that created it: its requests are read as of that one. */
  readonly version: Edition;
  /** Who created it, because not everyone may use a tuned model. */
  readonly caller: Caller;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** How many requests there are. */
  readonly total: number;
  /** How fast requests are done. It begins where the batch does. */
  readonly pace: Pace;
  /** Whether it has a pace of its own, which no setting changes. */
  readonly isPaced: boolean;
  /** Where the client found the service: addresses of its files begin with that. */
  readonly origin?: string;
  /** It came with a seed, and no program asks it: no rule is about it. */
  readonly isSeeded?: true;
  /** Whether its requests came in a file, so that its answers go into one. */
  readonly isFile: boolean;
  /** After how many requests it fails as a whole, and with what. */
  readonly failure?: { readonly after: number; readonly error: JsonObject };
  /** Milliseconds since 1970. */
  readonly cancelledAt?: number;
  /** What was answered by now. */
  readonly work: Work;
}

export type BatchKind = 'generate' | 'embed';

/** How far the work on a batch is. It is done up to the time that somebody looks. */
export interface Work {
  /** The block of lines that is read next, and the line in it. */
  readonly block: number;
  readonly line: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Bytes of the answers. */
  readonly bytes: number;
  /** Whether all is written, and nothing more will change. */
  readonly isOver: boolean;
}

export type BatchState =
  | 'BATCH_STATE_PENDING'
  | 'BATCH_STATE_RUNNING'
  | 'BATCH_STATE_SUCCEEDED'
  | 'BATCH_STATE_FAILED'
  | 'BATCH_STATE_CANCELLED'
  | 'BATCH_STATE_EXPIRED';

/** How far a batch is at a time. */
export interface BatchProgress {
  readonly state: BatchState;
  /** Requests that were done. */
  readonly completed: number;
  /** When it last changed; milliseconds since 1970. */
  readonly changedAt: number;
  /** Milliseconds since 1970; absent while it goes on. */
  readonly endedAt?: number;
  /** `google.rpc.Status` with the canonical number, where it has no answers. */
  readonly error?: JsonObject;
}

const HOUR_MS = 60 * 60 * 1000;

/** Milliseconds after which a batch that is not done expires. */
const BATCH_LIFETIME = 48 * HOUR_MS;

// Canonical numbers.
const DEADLINE_EXCEEDED = 4;
const INTERNAL = 13;

/** The batch of a record. */
export function batchOf({ hidden }: Stored): Batch {
  return hidden.batch as unknown as Batch;
}

/** A batch as a record keeps it. */
export function hiddenWith(batch: Batch): JsonObject {
  return { batch: batch as unknown as JsonObject };
}

/** How far a batch is. One that was cancelled or has expired is over, whatever was still to be done. */
export function progressOf(batch: Batch, name: string, now: number): BatchProgress {
  const { pace, total, createdAt, cancelledAt = Infinity, failure } = batch;
  const startedAt = pace[0].at;
  const last = failure?.after ?? total;
  // Nothing to be done is over when it begins.
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
  // One that had begun keeps what it has; one that had not was seen to end in an internal error.
  if (cancelledAt > startedAt) return { ...ended, state: 'BATCH_STATE_CANCELLED' };
  const message = `Batch ${name} failed without error.`;
  return { ...ended, state: 'BATCH_STATE_CANCELLED', error: { code: INTERNAL, message } };
}

/** Whether a batch that ended so has answers to show. */
export function hasOutput({ endedAt, error }: BatchProgress): boolean {
  return endedAt !== undefined && error === undefined;
}
