import type { ServiceError } from '../errors/serviceError';
import type { TransportError } from '../errors/transportError';
import type { OperationId } from '../operations';

/** A failed attempt that will be repeated: told before the wait begins. */
export interface RetryWait {
  readonly operation: OperationId;
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  /** Attempts in all that the settings allow, the first included. */
  readonly maxAttempts: number;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
  /** Whether the service named the delay; otherwise it is ours. */
  readonly asked: boolean;
  /** What the failed attempt ended with. */
  readonly error: ServiceError | TransportError;
}
