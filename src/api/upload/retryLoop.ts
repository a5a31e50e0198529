import { cancellableSleep } from '../../base/async';
import type { Clock } from '../../base/clock';
import { waitPolicies } from '../../base/waitPolicies';
import type { OperationId } from '../operations';
import {
  afterRetries,
  delayAfter,
  type Failure,
  nonRetryableReason,
  type RetryWait,
} from '../retry/retryPolicy';

interface UploadRetryDeps {
  readonly operation: OperationId;
  readonly clock: Clock;
  /** Gives 0 to 1, 1 excluded. */
  readonly random: () => number;
  /** Failures in a row after which it ends, 1 at least. */
  readonly maxAttempts: number;
  readonly signal: AbortSignal;
  readonly onRetry: ((wait: RetryWait) => void) | undefined;
}

/** The waits of an upload, for as long as it makes sense to wait. */
export class UploadRetryLoop {
  readonly #deps: UploadRetryDeps;
  #failures = 0;

  constructor(deps: UploadRetryDeps) {
    this.#deps = deps;
  }

  /** Something came through: what failed before counts no more. */
  restore(): void {
    this.#failures = 0;
  }

  /**
   * Waits after a failure: as long as the service asks for, else longer each time. Throws the failure once there is
   * no point in another attempt, and `CancelledError`.
   */
  async wait(error: Failure): Promise<void> {
    const { operation, clock, random, maxAttempts, signal, onRetry } = this.#deps;
    this.#failures += 1;
    const attempt = this.#failures;
    const why = nonRetryableReason(error, clock.now());
    if (why !== undefined || attempt >= maxAttempts) throw afterRetries(error, attempt, why);
    const delay = delayAfter(error, attempt, random, waitPolicies.upload);
    onRetry?.({ operation, attempt, maxAttempts, ...delay, error });
    await cancellableSleep(clock, delay.delayMs, signal);
  }
}
