import type { JsonObject } from '../../api/schema/row';
import type { Edition } from '../../api/versions';
import { type Pace, stepsAt, timeOf, withRate } from '../pace';
import type { Stored } from '../state';
import type { World } from '../world';

/** How a tuned model is trained. Its progress at any time is computed from this. */
export interface Training {
  /** The version that started it: its messages are of that one, wherever they are read. */
  readonly version: Edition;
  /** Name of its operation. */
  readonly operation: string;
  /** How many there are. */
  readonly examples: number;
  readonly epochs: number;
  /** Examples per step. */
  readonly batch: number;
  readonly pace: Pace;
  /** The step in which it fails, where it was asked to. */
  readonly failsAt?: number;
  /** Milliseconds since 1970. */
  readonly cancelledAt?: number;
}

/** Steps until it is done, by the service's formula. */
export function totalSteps({
  examples,
  epochs,
  batch,
}: Pick<Training, 'examples' | 'epochs' | 'batch'>): number {
  return Math.ceil((examples * epochs) / batch);
}

/** The training of a stored tuned model; undefined for one that was put there as it is. */
export function trainingOf({ hidden }: Stored): Training | undefined {
  return hidden.training as unknown as Training | undefined;
}

/** What the service knows of a tuned model, with another training. */
export function withTraining(hidden: JsonObject, training: Training): JsonObject {
  return { ...hidden, training: training as unknown as JsonObject };
}

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

/** Steps per second of the service's time: 20 examples that are gone through 5 times take 25 s. */
export const DEFAULT_TUNING_SPEED = 1;

const SETTING = 'tuning';

/** How fast trainings go, in steps per second of the service's time. */
export function tuningSpeed({ state }: World): number {
  const { stepsPerSecond } = state.find('settings', SETTING)?.resource ?? {};
  return typeof stepsPerSecond === 'number' ? stepsPerSecond : DEFAULT_TUNING_SPEED;
}

/** Sets how fast trainings go from now on, those that run already included; at 0 they stand still. */
export function setTuningSpeed(world: World, stepsPerSecond: number): void {
  const { state, time } = world;
  state.transaction(() => {
    const record = { resource: { stepsPerSecond }, hidden: {} };
    if (!state.insert('settings', { name: SETTING, parent: '', ...record })) {
      state.update('settings', SETTING, record);
    }
    for (const stored of state.list('tunedModels', '')) {
      const training = trainingOf(stored);
      if (!training || progressOf(training, time.now()).state !== 'CREATING') continue;
      if (training.pace.at(-1)?.rate === stepsPerSecond) continue;
      const pace = withRate(training.pace, time.now(), stepsPerSecond);
      const hidden = withTraining(stored.hidden, { ...training, pace });
      state.update('tunedModels', stored.name, { hidden });
    }
  });
}
