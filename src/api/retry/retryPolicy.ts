import { nextPacificMidnight } from '../../base/pacificMidnight';
import { type Backoff, delayAfterAttempt, waitPolicies } from '../../base/waitPolicies';
import { NO_FREE_QUOTA } from '../errors/advice';
import { afterAttempts, ServiceError, TransportError, type TransportReason } from '../errors';
import type { OperationId } from '../operations';
import type { OperationRow } from '../operations/row';

/** What a call ends with, other than an answer and cancellation. */
export type Failure = ServiceError | TransportError;

/**
 * What a failed attempt allows: the same request again; again, but not a second time for the same cause; or nothing,
 * with `open` if the request may have been carried out.
 */
export type Verdict = 'repeat' | 'repeatOnce' | 'open' | 'end';

interface Rule {
  readonly statuses: readonly number[];
  readonly reasons: readonly TransportReason[];
}

/** Statuses of errors that are known to pass: the service, or a server in between, is busy or gave up. */
export const TRANSIENT_STATUSES: readonly number[] = [408, 429, 500, 502, 503, 504];

/** Which failures are followed by another attempt, by what a repeat could do. */
const rules: { readonly [K in 'read' | 'safe' | 'never']: Rule } = {
  // A GET changes nothing, costs nothing and has shown nothing before it is complete, and a DELETE can be sent twice.
  // So they are repeated after whatever is known to pass, also if a server in between gave up or the connection broke.
  // Not after a timeout: the caller has waited for that long once already.
  read: { statuses: TRANSIENT_STATUSES, reasons: ['reset', 'incomplete'] },
  // AIP-194: only UNAVAILABLE; and the quota, where the service itself says when to come again. Everything
  // else may have been done and billed.
  safe: { statuses: [429, 503], reasons: [] },
  // Whatever leaves open whether it was done. Not here: what was never sent (name, refused connection,
  // certificate, proxy, credential) and what was understood and turned down, such as for the quota.
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

/** What a failed attempt of an operation allows. */
export function verdictOf(row: OperationRow, failure: Failure): Verdict {
  // A repeated DELETE deletes nothing else.
  const kind = row.verb === 'GET' || row.verb === 'DELETE' ? 'read' : row.retry;
  // The quota is checked before anything is done.
  if (failure instanceof ServiceError && failure.httpStatus === 429) return 'repeat';
  if (matches(rules[kind], failure)) return kind === 'never' ? 'open' : 'repeat';
  if (row.verb === 'DELETE' && mayBeDone(failure)) return 'open';
  return kind === 'safe' && wasUnanswered(row, failure) ? 'repeatOnce' : 'end';
}

/** Whether a request that failed so may have been carried out. */
export function mayBeDone(failure: Failure): boolean {
  return matches(rules.never, failure);
}

function matches({ statuses, reasons }: Rule, failure: Failure): boolean {
  return failure instanceof ServiceError
    ? statuses.includes(failure.httpStatus)
    : reasons.includes(failure.reason);
}

/**
 * A connection that breaks before the first byte of an answer is most often an old one that somebody in between
 * had closed: Google's generated clients see UNAVAILABLE there, and repeat. Once, because a model may have
 * worked for it already.
 */
function wasUnanswered({ effect }: OperationRow, failure: Failure): boolean {
  return effect === 'read' && failure instanceof TransportError && failure.isUnanswered;
}

export function isFailure(error: unknown): error is Failure {
  return error instanceof ServiceError || error instanceof TransportError;
}

// Of the delay that the service asks for. Only ever more: earlier would be in vain.
const JITTER = 0.2;

interface Delay {
  readonly delayMs: number;
  /** Whether the service named it. */
  readonly asked: boolean;
}

/**
 * How long to wait after a failed attempt: what the service asks for and up to a fifth more, else what the policy
 * says.
 *
 * @param attempt number of the attempt that failed, from 1.
 * @param random gives 0 to 1, 1 excluded.
 */
export function delayAfter(
  failure: Failure,
  attempt: number,
  random: () => number,
  policy: Backoff = waitPolicies.call,
): Delay {
  const asked = askedDelay(failure);
  if (asked > 0) {
    return { delayMs: asked + Math.floor(asked * JITTER * random()), asked: true };
  }
  return { delayMs: delayAfterAttempt(policy, attempt, random), asked: false };
}

/** Milliseconds that the service asks to wait; 0 when it leaves that to us. */
export function askedDelay(failure: Failure): number {
  return failure instanceof ServiceError ? (failure.retryDelayMs ?? 0) : 0;
}

const UNCLEAR = 'It may have been done or not. Look before you repeat it.';

/**
 * The error of the last attempt, with all there is to say about it.
 *
 * @param tried attempts in all.
 * @param why why there is no other one, where that is known.
 * @param isUnclear whether it stays open if it was done.
 */
export function afterRetries(
  failure: Failure,
  tried: number,
  why: string | undefined,
  isUnclear = false,
): Failure {
  if (tried === 1 && why === undefined && !isUnclear) return failure;
  const hints = [
    why ?? failure.hint,
    isUnclear ? UNCLEAR : undefined,
    tried > 1 ? `It was tried ${tried} times.` : undefined,
  ].filter((hint) => hint !== undefined);
  return afterAttempts(failure, tried, hints.join(' '));
}

// Milliseconds.
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LONGEST_WAIT = MINUTE;

const NO_QUOTA = /\blimit: 0(?![.\d]*\d)/;

/**
 * Why no wait that a person would sit through helps, and until when it would last; undefined where a wait
 * may help. The service names a delay of seconds even with a quota that lasts for the day.
 *
 * @param now milliseconds since 1970.
 */
export function nonRetryableReason(failure: Failure, now: number): string | undefined {
  if (!(failure instanceof ServiceError)) return undefined;
  if (failure.httpStatus === 429) {
    const violations = failure.details.quotaViolations ?? [];
    // The words that come with it say what to do.
    if (failure.reason === 'credits' || NO_FREE_QUOTA.test(failure.message)) return failure.hint;
    if (NO_QUOTA.test(failure.message) || violations.some((row) => row.quotaValue === '0')) {
      return 'The project has no quota for this. Use another model or project.';
    }
    if (violations.some((row) => /per_?day/i.test(row.quotaId))) {
      const renewed = clockTime(nextPacificMidnight(now));
      return `The quota of the day is used up. It is renewed at ${renewed}. Until then use another model or project.`;
    }
  }
  const delay = askedDelay(failure);
  if (delay <= LONGEST_WAIT) return undefined;
  if (delay > DAY) return 'The service asks to wait for more than a day.';
  return `The service asks to wait until ${clockTime(now + delay)}.`;
}

/** Hours and minutes of this machine's own time. */
function clockTime(time: number): string {
  // A minute that has begun counts as over: nobody comes too early.
  const date = new Date(Math.ceil(time / MINUTE) * MINUTE);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A failed attempt that will be repeated; reported before the wait begins. */
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
