import { cancellableSleep } from '../../base/async';
import { type Clock, systemClock } from '../../base/clock';
import { waitPolicies } from '../../base/waitPolicies';
import type { CallOptions } from '../call';
import type { OperationId } from '../operations';
import type { OperationRow } from '../operations/row';
import {
  withRetryDetails,
  delayAfter,
  type Failure,
  nonRetryableReason,
  isFailure,
  mayHaveTakenEffect,
  decideRetry,
} from './retryPolicy';

export interface RetryOptions {
  readonly maxAttempts?: number;
  readonly random?: () => number;
  readonly clock?: Clock;
}

interface FailedCall<T> {
  readonly operation: OperationId;
  readonly row: OperationRow;
  readonly options: CallOptions;
  readonly attempt: () => Promise<T>;
}

/** Retries failed calls of one client by the retry rules, with delays. */
export class Retrier {
  readonly #closing = new AbortController();
  readonly #maxAttempts: number;
  readonly #random: () => number;
  readonly #clock: Clock;

  constructor(options: RetryOptions) {
    this.#maxAttempts = Math.max(1, options.maxAttempts ?? waitPolicies.call.limit);
    this.#random = options.random ?? Math.random;
    this.#clock = options.clock ?? systemClock;
  }

  close(): void {
    this.#closing.abort();
  }

  /**
   * Retries after a failed first attempt. Throws the last error with the number of attempts, `CancelledError` on
   * abort, and errors of `onRetry`.
   */
  async recover<T>(error: unknown, call: FailedCall<T>): Promise<T> {
    let last = error;
    let wasUnanswered = false;
    for (let tried = 1; ; tried += 1) {
      if (!isFailure(last)) throw last;
      const verdict = decideRetry(call.row, last);
      if (verdict === 'end' || verdict === 'open' || (verdict === 'repeatOnce' && wasUnanswered)) {
        throw withRetryDetails(last, tried, undefined, verdict === 'open');
      }
      wasUnanswered ||= verdict === 'repeatOnce';
      await this.#wait(last, tried, call);
      try {
        return await call.attempt();
      } catch (failure) {
        last = failure;
      }
    }
  }

  async #wait<T>(
    failure: Failure,
    attempt: number,
    { operation, row, options }: FailedCall<T>,
  ): Promise<void> {
    const maxAttempts = Math.max(1, options.maxAttempts ?? this.#maxAttempts);
    const why = nonRetryableReason(failure, this.#clock.now());
    if (why !== undefined || attempt >= maxAttempts) {
      const isOpen = row.verb === 'DELETE' && mayHaveTakenEffect(failure);
      throw withRetryDetails(failure, attempt, why, isOpen);
    }
    const delay = delayAfter(failure, attempt, this.#random);
    options.onRetry?.({ operation, attempt, maxAttempts, ...delay, error: failure });
    const { signal: closing } = this.#closing;
    const signal = options.signal ? AbortSignal.any([options.signal, closing]) : closing;
    await cancellableSleep(this.#clock, delay.delayMs, signal);
  }
}
