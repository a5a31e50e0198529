import { cancellableSleep } from '../base/async';
import { type Clock, systemClock } from '../base/clock';
import { nextPacificMidnight } from '../base/calendar';
import { type Backoff, delayAfterAttempt, waitPolicies } from '../base/waitPolicies';
import { NO_FREE_QUOTA } from './errors/advice';
import { ServiceError, TransportError, type TransportReason, withAttempts } from './errors';
import type { OperationId } from './operations';
import type { OperationRow } from './operations/row';

export type Failure = ServiceError | TransportError;

/**
 * Decision after a failure: retry, retry once per cause, or give up; `open` if the request may have taken effect.
 */
export type RetryDecision = 'repeat' | 'repeatOnce' | 'open' | 'end';

interface Rule {
  readonly statuses: readonly number[];
  readonly reasons: readonly TransportReason[];
}

/** HTTP statuses of transient errors of the API or an intermediate server. */
export const TRANSIENT_STATUSES: readonly number[] = [408, 429, 500, 502, 503, 504];

const rules: { readonly [K in 'read' | 'safe' | 'never']: Rule } = {
  // GET and DELETE are idempotent, so all transient errors are retried. Not timeouts, because the caller already
  // waited that long.
  read: { statuses: TRANSIENT_STATUSES, reasons: ['reset', 'incomplete'] },
  // AIP-194: only UNAVAILABLE, plus 429 with a retry delay. Other requests may have been executed and billed.
  safe: { statuses: [429, 503], reasons: [] },
  // Errors after which the request may have taken effect. Excludes requests never sent (DNS, refused, TLS, proxy,
  // credential) or rejected (quota).
  never: {
    statuses: [408, 499, 500, 502, 503, 504],
    reasons: [
      'unreachable',
      'timeout',
      'idle',
      'reset',
      'incomplete',
      'empty',
      'notJson',
      'tooLarge',
    ],
  },
};

export function decideRetry(row: OperationRow, failure: Failure): RetryDecision {
  const kind = row.verb === 'GET' || row.verb === 'DELETE' ? 'read' : row.retry;
  // Quota is checked before execution.
  if (failure instanceof ServiceError && failure.httpStatus === 429) return 'repeat';
  if (matches(rules[kind], failure)) return kind === 'never' ? 'open' : 'repeat';
  if (row.verb === 'DELETE' && mayHaveTakenEffect(failure)) return 'open';
  return kind === 'safe' && hadNoResponse(row, failure) ? 'repeatOnce' : 'end';
}

export function mayHaveTakenEffect(failure: Failure): boolean {
  return matches(rules.never, failure);
}

function matches({ statuses, reasons }: Rule, failure: Failure): boolean {
  return failure instanceof ServiceError
    ? statuses.includes(failure.httpStatus)
    : reasons.includes(failure.reason);
}

/**
 * Usually a stale keep-alive connection, which Google's clients also retry. Only once, because a model may have run.
 */
function hadNoResponse({ effect }: OperationRow, failure: Failure): boolean {
  return effect === 'read' && failure instanceof TransportError && failure.isUnanswered;
}

export function isFailure(error: unknown): error is Failure {
  return error instanceof ServiceError || error instanceof TransportError;
}

// Fraction added to the API's retry delay. Never subtracted, because an early retry fails.
const JITTER = 0.2;

interface Delay {
  readonly delayMs: number;
  readonly asked: boolean;
}

/**
 * Returns the retry delay: the API's plus up to 20%, else the policy's.
 * @param attempt 1-based number of the failed attempt
 * @param random returns a number in [0, 1)
 */
export function delayAfter(
  failure: Failure,
  attempt: number,
  random: () => number,
  policy: Backoff = waitPolicies.call,
): Delay {
  const asked = requestedDelay(failure);
  if (asked > 0) {
    return { delayMs: asked + Math.floor(asked * JITTER * random()), asked: true };
  }
  return { delayMs: delayAfterAttempt(policy, attempt, random), asked: false };
}

/** Retry delay requested by the API, in ms; 0 if none. */
export function requestedDelay(failure: Failure): number {
  return failure instanceof ServiceError ? (failure.retryDelayMs ?? 0) : 0;
}

const UNCLEAR = 'The request may have succeeded. Check before you retry.';

/**
 * Returns the final error with details of the retries.
 * @param tried number of attempts
 * @param why reason to stop, if known
 * @param isUnclear whether the request may have taken effect
 */
export function withRetryDetails(
  failure: Failure,
  tried: number,
  why: string | undefined,
  isUnclear = false,
): Failure {
  if (tried === 1 && why === undefined && !isUnclear) return failure;
  const hints = [
    why ?? failure.hint,
    isUnclear ? UNCLEAR : undefined,
    tried > 1 ? `Tried ${tried} times.` : undefined,
  ].filter((hint) => hint !== undefined);
  return withAttempts(failure, tried, hints.join(' '));
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MAX_WAIT = MINUTE;

const NO_QUOTA = /\blimit: 0(?![.\d]*\d)/;

/**
 * Returns why a short delay can't help and until when. Undefined if it may help. The API sends delays of seconds
 * even for daily quotas.
 * @param now in ms since 1970
 */
export function nonRetryableReason(failure: Failure, now: number): string | undefined {
  if (!(failure instanceof ServiceError)) return undefined;
  if (failure.httpStatus === 429) {
    const violations = failure.details.quotaViolations ?? [];
    if (failure.reason === 'credits' || NO_FREE_QUOTA.test(failure.message)) return failure.hint;
    if (NO_QUOTA.test(failure.message) || violations.some((row) => row.quotaValue === '0')) {
      return 'The project has no quota for this request. Use another model or project.';
    }
    if (violations.some((row) => /per_?day/i.test(row.quotaId))) {
      const renewed = clockTime(nextPacificMidnight(now));
      return `The daily quota is used up. It resets at ${renewed}. Until then, use another model or project.`;
    }
  }
  const delay = requestedDelay(failure);
  if (delay <= MAX_WAIT) return undefined;
  if (delay > DAY) return 'The API says to retry in more than a day.';
  return `The API says to retry at ${clockTime(now + delay)}.`;
}

function clockTime(time: number): string {
  // Rounded up, so that no one retries too early.
  const date = new Date(Math.ceil(time / MINUTE) * MINUTE);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

export interface RetryWait {
  readonly operation: OperationId;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly delayMs: number;
  readonly asked: boolean;
  readonly error: ServiceError | TransportError;
}

export interface RetryOptions {
  readonly maxAttempts?: number;
  readonly random?: () => number;
  readonly clock?: Clock;
}

/** What a call sets about its attempts. */
export interface AttemptOptions {
  readonly signal?: AbortSignal;
  /** Maximum attempts of this call; 0 and 1 disable retries. */
  readonly maxAttempts?: number;
  readonly onRetry?: (wait: RetryWait) => void;
}

interface FailedCall<T> {
  readonly operation: OperationId;
  readonly row: OperationRow;
  readonly options: AttemptOptions;
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
