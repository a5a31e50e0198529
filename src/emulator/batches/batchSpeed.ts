import { withRate } from '../pace';
import { tell } from '../watches';
import type { World } from '../world';
import { batchOf, hiddenWith, progressOf } from './batch';

/** Requests per second of the service's time: ten are done in half a second, 50,000 in three quarters of an hour. */
export const DEFAULT_BATCH_SPEED = 20;

/** Milliseconds that a batch waits before it begins. */
export const QUEUE_TIME = 2000;

const SETTING = 'batches';

/** How fast batches go, in requests per second of the service's time. */
export function batchSpeed({ state }: World): number {
  const { requestsPerSecond } = state.find('settings', SETTING)?.resource ?? {};
  return typeof requestsPerSecond === 'number' ? requestsPerSecond : DEFAULT_BATCH_SPEED;
}

/** Sets how fast batches go from now on, also those that run already, unless they have a pace of their own; 0 stops them. */
export function setBatchSpeed(world: World, requestsPerSecond: number): void {
  const { state, time } = world;
  state.transaction(() => {
    const record = { resource: { requestsPerSecond }, hidden: {} };
    if (!state.insert('settings', { name: SETTING, parent: '', ...record })) {
      state.update('settings', SETTING, record);
    }
    const now = time.now();
    for (const stored of state.list('batches', '')) {
      const batch = batchOf(stored);
      if (batch.isPaced || progressOf(batch, stored.name, now).endedAt !== undefined) continue;
      const [first] = batch.pace;
      if (batch.pace.at(-1)?.rate === requestsPerSecond) continue;
      const pace =
        now <= first.at
          ? ([{ ...first, rate: requestsPerSecond }] as const)
          : withRate(batch.pace, now, requestsPerSecond);
      state.update('batches', stored.name, { hidden: hiddenWith({ ...batch, pace }) });
    }
  });
  tell(world);
}
