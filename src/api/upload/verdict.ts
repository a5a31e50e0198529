import { ServiceError } from '../errors/serviceError';
import { TransportError, type TransportReason } from '../errors/transportError';
import type { Failure } from '../retry/rules';

/**
 * What a failed request of an upload means: it may pass, the two sides may disagree about what has arrived, the
 * request was too large for somebody on the way, or it is no use.
 */
export type Verdict = 'passes' | 'disagrees' | 'tooLarge' | 'ends';

// The rules are those of Google's own clients (google-gax, resumable uploads).
const PASSING = [408, 429];
// 404 and 410 too: whether the upload is gone, a query tells.
const DISAGREEING = [400, 404, 409, 410, 412, 416];
const TOO_LARGE = 413;

// A connection that broke or stood still, or an answer that somebody in between has spoilt.
const BROKEN: readonly TransportReason[] = [
  'reset',
  'incomplete',
  'idle',
  'timeout',
  'empty',
  'notJson',
];
// Nobody was reached: with a wrong endpoint from the first request on, with no network in between.
const UNREACHED: readonly TransportReason[] = ['dns', 'refused', 'unreachable', 'proxy'];

/** @param wasReached the service has answered to this upload before. */
export function verdictOf(failure: Failure, wasReached: boolean): Verdict {
  if (failure instanceof TransportError) {
    const { reason } = failure;
    const passes = BROKEN.includes(reason) || (wasReached && UNREACHED.includes(reason));
    return passes ? 'passes' : 'ends';
  }
  const { httpStatus } = failure;
  if (PASSING.includes(httpStatus) || httpStatus >= 500) return 'passes';
  if (httpStatus === TOO_LARGE) return 'tooLarge';
  return DISAGREEING.includes(httpStatus) ? 'disagrees' : 'ends';
}

/** Whether the service does not take who asks; a session is not lost by that. */
export function isAboutAccess(failure: Failure): boolean {
  return failure instanceof ServiceError && [401, 403, 407].includes(failure.httpStatus);
}
