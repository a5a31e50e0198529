import { withRate } from '../pace';
import { notifyJobChange } from '../jobWatches';
import type { HandlerContext } from '../handlerContext';
import { batchOf, withHiddenState, batchProgress } from './batch';

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
    const record = { resource: { requestsPerSecond }, hidden: {} };
    if (!state.insert('settings', { name: SETTING, parent: '', ...record })) {
      state.update('settings', SETTING, record);
    }
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
