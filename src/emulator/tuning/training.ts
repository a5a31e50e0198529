import type { JsonObject } from '../../api/schema/row';
import type { Edition } from '../../api/versions';
import { type Pace, stepsAt, timeOf, withRate } from '../pace';
import type { Stored } from '../state';
import type { HandlerContext } from '../handlerContext';

/** Stored data of a tuning job. Its progress at any time is computed from this. */
export interface Training {
  /** API version that started the job, which determines its message types. */
  readonly version: Edition;
  readonly operation: string;
  readonly examples: number;
  readonly epochs: number;
  readonly batch: number;
  readonly pace: Pace;
  readonly failsAt?: number;
  /** In ms since 1970. */
  readonly cancelledAt?: number;
}

/** Returns the total number of steps, by the documented formula. */
export function totalSteps({
  examples,
  epochs,
  batch,
}: Pick<Training, 'examples' | 'epochs' | 'batch'>): number {
  return Math.ceil((examples * epochs) / batch);
}

/** Returns the tuning job of a model. Undefined for sample models without a job. */
export function trainingOf({ hidden }: Stored): Training | undefined {
  return hidden.training as unknown as Training | undefined;
}

export function withTraining(hidden: JsonObject, training: Training): JsonObject {
  return { ...hidden, training: training as unknown as JsonObject };
}

interface Progress {
  readonly completedSteps: number;
  readonly state: 'CREATING' | 'ACTIVE' | 'FAILED';
  /** In ms since 1970. Undefined while running. */
  readonly endedAt?: number;
  /** `google.rpc.Status` with its numeric code, if not successful. */
  readonly error?: JsonObject;
}

const CANCELLED = 1;
const INTERNAL = 13;

/** Returns the progress of a tuning job. A canceled job is over, regardless of the time. */
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

/** In steps per second of emulator time: 20 examples with 5 epochs take 25 s. */
export const DEFAULT_TUNING_SPEED = 1;

const SETTING = 'tuning';

export function tuningSpeed({ state }: HandlerContext): number {
  const { stepsPerSecond } = state.find('settings', SETTING)?.resource ?? {};
  return typeof stepsPerSecond === 'number' ? stepsPerSecond : DEFAULT_TUNING_SPEED;
}

/** Sets the speed of new and running tuning jobs. 0 pauses them. */
export function setTuningSpeed(world: HandlerContext, stepsPerSecond: number): void {
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
