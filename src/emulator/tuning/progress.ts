import type { JsonObject } from '../../api/schema/row';
import { stepsAt, timeOf } from './pace';
import { totalSteps, type Training } from './training';

/** How far a training is at a time. */
export interface Progress {
  readonly completedSteps: number;
  /** As the model's state. */
  readonly state: 'CREATING' | 'ACTIVE' | 'FAILED';
  /** Milliseconds since 1970; absent while it goes on. */
  readonly endedAt?: number;
  /** `google.rpc.Status` with the canonical number, where it did not succeed. */
  readonly error?: JsonObject;
}

// Canonical numbers.
const CANCELLED = 1;
const INTERNAL = 13;

/** How far a training is. A cancelled one is over, whatever the time says. */
export function progressOf(training: Training, now: number): Progress {
  const { pace, cancelledAt, failsAt } = training;
  const total = totalSteps(training);
  const last = failsAt ?? total;
  const completedSteps = Math.min(last, Math.floor(stepsAt(pace, cancelledAt ?? now)));
  if (cancelledAt !== undefined) {
    const error = { code: CANCELLED, message: 'The operation was cancelled.' };
    return { completedSteps, state: 'FAILED', endedAt: cancelledAt, error };
  }
  if (completedSteps < last) return { completedSteps, state: 'CREATING' };
  const endedAt = timeOf(pace, last);
  if (failsAt === undefined) return { completedSteps, state: 'ACTIVE', endedAt };
  const message = `Tuning failed in step ${last} of ${total}.`;
  return { completedSteps, state: 'FAILED', endedAt, error: { code: INTERNAL, message } };
}
