import { CancelledError } from '../../base/errors';
import type { BatchItem } from './batchCutter';
import type { BatchJob, Sight } from './batchJob';

// Looks that run at once.
const PARALLEL = 8;

/** What is there under the name of each; what could not be looked at is unclear. Does not throw. */
export async function lookAtItems<R>(
  items: readonly BatchItem<R>[],
  job: Pick<BatchJob<R>, 'look'>,
  signal: AbortSignal,
): Promise<readonly Sight[]> {
  const sights: Sight[] = items.map(() => 'unclear');
  // Shared: each worker takes the next one.
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, { row }] of queue) {
      if (signal.aborted) return;
      try {
        sights[index] = await job.look(row, signal);
      } catch (error) {
        if (CancelledError.is(error)) return;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, work));
  return sights;
}
