import { cancellableSleep } from '../../base/async';
import type { Clock } from '../../base/clock';
import { waitPolicies } from '../../base/waitPolicies';
import type { OperationId } from '../operations';
import {
  withRetryDetails,
  delayAfter,
  type Failure,
  nonRetryableReason,
  type RetryWait,
} from '../retry/retryPolicy';

interface UploadRetryDeps {
  readonly operation: OperationId;
  readonly clock: Clock;
  readonly random: () => number;
  readonly maxAttempts: number;
  readonly signal: AbortSignal;
  readonly onRetry: ((wait: RetryWait) => void) | undefined;
}

export class UploadRetryLoop {
  readonly #deps: UploadRetryDeps;
  #failures = 0;

  constructor(deps: UploadRetryDeps) {
    this.#deps = deps;
  }

  restore(): void {
    this.#failures = 0;
  }

  /**
   * Waits as long as the API requests, else with backoff. Throws the failure if retrying is pointless, and
   * `CancelledError`.
   */
  async wait(error: Failure): Promise<void> {
    const { operation, clock, random, maxAttempts, signal, onRetry } = this.#deps;
    this.#failures += 1;
    const attempt = this.#failures;
    const why = nonRetryableReason(error, clock.now());
    if (why !== undefined || attempt >= maxAttempts) throw withRetryDetails(error, attempt, why);
    const delay = delayAfter(error, attempt, random, waitPolicies.upload);
    onRetry?.({ operation, attempt, maxAttempts, ...delay, error });
    await cancellableSleep(clock, delay.delayMs, signal);
  }
}
