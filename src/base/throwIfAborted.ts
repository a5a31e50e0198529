import { CancelledError } from './errors';

/** Throws `CancelledError` once the signal has aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError(signal.reason);
}
