import { CancelledError } from './errors';

/**
 * Waits for something that others may wait for too: when the signal aborts, only this wait ends, with
 * `CancelledError`.
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new CancelledError(signal.reason));
    if (signal.aborted) {
      onAbort();
    } else {
      signal.addEventListener('abort', onAbort, { once: true });
    }
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
