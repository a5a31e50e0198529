import type { Disposable } from './disposable';

/** Time as the code sees it, so that tests can own it. */
export interface Clock {
  /** Milliseconds that only grow; for durations. */
  monotonic(): number;
  /** Milliseconds since 1970; for time stamps. */
  now(): number;
  /** Runs once after `ms` milliseconds unless disposed before. */
  schedule(ms: number, run: () => void): Disposable;
}

// Milliseconds; a timer that is set to more than this runs at once.
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  monotonic: () => performance.now(),
  now: () => Date.now(),
  schedule(ms, run) {
    const timer = setTimeout(run, Math.min(ms, LONGEST_TIMER));
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = (): void => {
      timer.dispose();
      reject(signal?.reason as Error);
    };
    const timer = clock.schedule(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
