import { ServiceError } from '../errors/serviceError';
import { TransportError, type TransportReason } from '../errors/transportError';
import type { OperationRow } from '../operations/row';

/** What a call ends with, other than an answer and cancellation. */
export type Failure = ServiceError | TransportError;

/**
 * What a failed attempt allows: the same request again; again, but not a second time for the same cause; again
 * only where a look shows that it was not done; or nothing.
 */
export type Verdict = 'repeat' | 'repeatOnce' | 'lookUp' | 'end';

interface Rule {
  readonly statuses: readonly number[];
  readonly reasons: readonly TransportReason[];
}

/** Which failures are followed by another attempt, by what a repeat could do. */
const rules: { readonly [K in 'read' | 'safe' | 'never']: Rule } = {
  // A GET changes nothing, costs nothing and has shown nothing before it is whole, so it is repeated after
  // whatever is known to pass: also where a server in between gave up, and where the connection broke. Not
  // after a timeout: the caller has waited for that long once already.
  read: { statuses: [408, 429, 500, 502, 503, 504], reasons: ['reset', 'incomplete'] },
  // AIP-194: only UNAVAILABLE; and the quota, where the service itself says when to come again. Everything
  // else may have been done and billed.
  safe: { statuses: [429, 503], reasons: [] },
  // Whatever leaves open whether it was done. Not here: what was never sent (name, refused connection,
  // certificate, proxy, credential) and what was understood and turned down.
  never: {
    statuses: [408, 429, 499, 500, 502, 503, 504],
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
  const kind = row.verb === 'GET' ? 'read' : row.retry;
  const { statuses, reasons } = rules[kind];
  const matches =
    failure instanceof ServiceError
      ? statuses.includes(failure.httpStatus)
      : reasons.includes(failure.reason);
  if (!matches) return kind === 'safe' && wasUnanswered(row, failure) ? 'repeatOnce' : 'end';
  return kind === 'never' ? 'lookUp' : 'repeat';
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
