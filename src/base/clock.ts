import type { Disposable } from './disposable';

/** Injectable time source, so that tests can control time. */
export interface Clock {
  /** Monotonic time in ms, for durations. */
  monotonic(): number;
  /** Milliseconds since 1970, for timestamps. */
  now(): number;
  /** Runs once after `ms` milliseconds unless disposed first. */
  schedule(ms: number, run: () => void): Disposable;
}

// In ms. Node.js fires timers with a longer delay immediately.
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  monotonic: () => performance.now(),
  now: () => Date.now(),
  schedule(ms, run) {
    const timer = setTimeout(run, Math.min(ms, MAX_TIMER_MS));
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Resolves after `ms` milliseconds. Rejects with the signal's reason when it aborts. */
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
