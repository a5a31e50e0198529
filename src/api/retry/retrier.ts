import { cancellableSleep } from '../../base/async';
import { type Clock, systemClock } from '../../base/clock';
import { waitPolicies } from '../../base/waitPolicies';
import type { CallOptions } from '../call';
import type { OperationId } from '../operations';
import type { OperationRow } from '../operations/row';
import {
  afterRetries,
  delayAfter,
  type Failure,
  nonRetryableReason,
  isFailure,
  mayBeDone,
  verdictOf,
} from './retryPolicy';

export interface RetryOptions {
  /** Attempts in all, the first included; 0 and 1 switch repeats off. By default what the policy of calls says. */
  readonly maxAttempts?: number;
  /** Gives 0 to 1, 1 excluded. */
  readonly random?: () => number;
  readonly clock?: Clock;
}

/** A call that failed once, and what can be done about it. */
interface FailedCall<T> {
  readonly operation: OperationId;
  readonly row: OperationRow;
  readonly options: CallOptions;
  /** Sends the same again. */
  readonly attempt: () => Promise<T>;
}

/**
 * Repeats what failed, for all calls of one client: by the table of rules, after a wait, as long as attempts
 * last. A call that succeeds at once never comes here.
 */
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

  /** Ends all waits with `CancelledError`. */
  close(): void {
    this.#closing.abort();
  }

  /**
   * Goes on after a first attempt that threw `error`, until there is an answer. Throws the last error, which
   * then says how many attempts there were; `CancelledError` when the signal aborts; what `onRetry` throws.
   */
  async recover<T>(error: unknown, call: FailedCall<T>): Promise<T> {
    let last = error;
    let wasUnanswered = false;
    for (let tried = 1; ; tried += 1) {
      if (!isFailure(last)) throw last;
      const verdict = verdictOf(call.row, last);
      if (verdict === 'end' || verdict === 'open' || (verdict === 'repeatOnce' && wasUnanswered)) {
        throw afterRetries(last, tried, undefined, verdict === 'open');
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

  /** Waits for the next attempt; throws if there is none. */
  async #wait<T>(
    failure: Failure,
    attempt: number,
    { operation, row, options }: FailedCall<T>,
  ): Promise<void> {
    const maxAttempts = Math.max(1, options.maxAttempts ?? this.#maxAttempts);
    const why = nonRetryableReason(failure, this.#clock.now());
    if (why !== undefined || attempt >= maxAttempts) {
      const isOpen = row.verb === 'DELETE' && mayBeDone(failure);
      throw afterRetries(failure, attempt, why, isOpen);
    }
    const delay = delayAfter(failure, attempt, this.#random);
    options.onRetry?.({ operation, attempt, maxAttempts, ...delay, error: failure });
    const { signal: closing } = this.#closing;
    const signal = options.signal ? AbortSignal.any([options.signal, closing]) : closing;
    await cancellableSleep(this.#clock, delay.delayMs, signal);
  }
}
