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
  /** Looks whether it was done, where that can be told. */
  readonly lookUp?: (() => Promise<Found<T>>) | undefined;
}

/** What a look showed; for what was not done, the attempt that does what is missing. */
export type Found<T> =
  | { readonly kind: 'done'; readonly answer: T }
  | { readonly kind: 'undone'; readonly attempt: () => Promise<T> }
  | { readonly kind: 'unclear' };

/**
 * Repeats what failed, for all calls of one client: by the table of rules, after a wait, as long as attempts
 * and tokens last. A call that succeeds at once never comes here but for `succeeded`.
 */
export class Retrier {
  readonly #bucket = new RetryBucket();
  readonly #closing = new AbortController();
  readonly #maxAttempts: number;
  readonly #random: () => number;
  readonly #clock: Clock;

  constructor(options: RetryOptions) {
    this.#maxAttempts = Math.max(1, options.maxAttempts ?? waitPolicies.call.limit);
    this.#random = options.random ?? Math.random;
    this.#clock = options.clock ?? systemClock;
  }

  /** To be told of every call that was answered at once. */
  succeeded(): void {
    this.#bucket.succeeded(false);
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
    let { attempt } = call;
    let isOpen = false;
    let wasUnanswered = false;
    for (let tried = 1; ; tried += 1) {
      if (!isFailure(last)) throw last;
      const verdict = verdictOf(call.row, last);
      const isOver = verdict === 'end' || (verdict === 'repeatOnce' && wasUnanswered);
      if (isOver) return this.#end(last, tried, isOpen ? call : undefined);
      wasUnanswered ||= verdict === 'repeatOnce';
      isOpen ||= verdict === 'lookUp';
      await this.#wait(last, tried, isOpen, call);
      if (isOpen && call.lookUp) {
        const found = await call.lookUp();
        if (found.kind === 'unclear') throw afterRetries(last, tried, undefined, true);
        if (found.kind === 'done') return this.#answered(found.answer);
        attempt = found.attempt;
      }
      try {
        return this.#answered(await attempt());
      } catch (failure) {
        last = failure;
      }
    }
  }

  /** Waits for the next attempt; throws where there is none. */
  async #wait<T>(
    failure: Failure,
    attempt: number,
    isOpen: boolean,
    { operation, options, lookUp }: FailedCall<T>,
  ): Promise<void> {
    const maxAttempts = Math.max(1, options.maxAttempts ?? this.#maxAttempts);
    const why = nonRetryableReason(failure, this.#clock.now());
    const isBlind = isOpen && !lookUp;
    const isLast = isBlind || why !== undefined || attempt >= maxAttempts;
    if (isLast || !this.#bucket.take()) throw afterRetries(failure, attempt, why, isOpen);
    const delay = delayAfter(failure, attempt, this.#random);
    options.onRetry?.({ operation, attempt, maxAttempts, ...delay, error: failure });
    const { signal: closing } = this.#closing;
    const signal = options.signal ? AbortSignal.any([options.signal, closing]) : closing;
    await cancellableSleep(this.#clock, delay.delayMs, signal);
  }

  /** After an open outcome, the refusal of the repeat may only say that it was done the first time. */
  async #end<T>(failure: Failure, tried: number, open: FailedCall<T> | undefined): Promise<T> {
    const found = await open?.lookUp?.();
    if (found?.kind === 'done') return this.#answered(found.answer);
    throw afterRetries(failure, tried, undefined, found?.kind === 'unclear');
  }

  #answered<T>(answer: T): T {
    this.#bucket.succeeded(true);
    return answer;
  }
}

// Tokens.
const FULL = 15;
const RETRY = 1;
const SUCCESS = 0.1;

/**
 * Keeps a client from making an outage worse: a repeat takes a token, and without one nothing is repeated.
 * The scheme is that of the AWS SDKs' standard mode (500 tokens, 14 for a repeat, given back by the call
 * that succeeds, 1 for every other success), with smaller numbers: while nothing succeeds nothing comes
 * back, so a client makes at most 15 repeats in an outage, however many calls run into it. 50 calls are
 * then at most 65 requests, 1.3 times the calls. Theirs would allow 35 repeats, or 100 of throttled calls;
 * here a throttled call costs as much as any other, so that the bound holds for it too.
 */
export class RetryBucket {
  #tokens = FULL;

  /** Takes what one repeat costs; false when that is not there. */
  take(): boolean {
    // Tenths don't add up exactly.
    if (this.#tokens < RETRY - 1e-9) return false;
    this.#tokens -= RETRY;
    return true;
  }

  /** A call was answered, after a repeat or at once. */
  succeeded(repeated: boolean): void {
    if (this.#tokens < FULL) {
      this.#tokens = Math.min(FULL, this.#tokens + (repeated ? RETRY : SUCCESS));
    }
  }
}
