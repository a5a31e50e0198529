import type { ServiceError } from '../../src/api/errors';
import { decodeErrorBody } from '../../src/api/errors/decode';
import type { RetryWait } from '../../src/api/retryPolicy';

/** A failed list of models that is tried again after 5 s of our own. */
export function retryWait(over: Partial<RetryWait> = {}): RetryWait {
  return {
    operation: 'models.list',
    attempt: 1,
    maxAttempts: 4,
    delayMs: 5000,
    asked: false,
    error: failure(503),
    ...over,
  };
}

/** What the service answers with this status, and for a quota with the delay that it asks for. */
export function failure(
  code: number,
  quotaId = 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier',
): ServiceError {
  const details =
    code === 429
      ? [
          { '@type': `${TYPE}QuotaFailure`, violations: [{ quotaId }] },
          { '@type': `${TYPE}RetryInfo`, retryDelay: '44s' },
        ]
      : [];
  return decodeErrorBody(code, JSON.stringify({ error: { code, message: SECRET, details } }));
}

const TYPE = 'type.googleapis.com/google.rpc.';
/** What the service writes must not come through where only our own words are expected. */
export const SECRET = 'What the service wrote.';
