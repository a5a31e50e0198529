import type { World } from '../world';
import { withRate } from './pace';
import { progressOf } from './progress';
import { trainingOf, withTraining } from './training';

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
