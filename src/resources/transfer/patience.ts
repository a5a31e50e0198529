import { ServiceError } from '../../api/errors';
import { sleep, type Clock } from '../../base/clock';
import { throwIfAborted } from '../../base/async';

/** Milliseconds. The service needs up to half a minute until it shows what was made. */
const PATIENCE = 45_000;
const STEP = 2000;

/** Repeats work on something that was just made, while the service does not show it yet. */
export async function withPatience<T>(
  clock: Clock,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const end = clock.monotonic() + PATIENCE;
  for (;;) {
    throwIfAborted(signal);
    try {
      return await work();
    } catch (error) {
      const isUnseen = error instanceof ServiceError && [403, 404].includes(error.httpStatus);
      if (!isUnseen || clock.monotonic() >= end) throw error;
    }
    await sleep(clock, STEP, signal);
  }
}
