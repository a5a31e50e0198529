import { ServiceError } from '../../api/errors';
import { describeFields } from '../../api/errors/details';
import { type OperationId, operationRow } from '../../api/operations';
import { nonRetryableReason, isFailure, decideRetry } from '../../api/retry/retryPolicy';
import { AppError, userMessage } from '../../base/errors';

/**
 * `tooFast`: nothing was done, retry. `names`: names conflict. `row`: a row is invalid. `open`: possibly
 * done. `end`: no batch can succeed.
 */
export type BatchVerdict = 'tooFast' | 'names' | 'row' | 'open' | 'end';

/** @param now in ms since 1970 */
export function classifyBatchError(
  operation: OperationId,
  error: unknown,
  now: number,
): BatchVerdict {
  // The response doesn't show whether the batch was done.
  if (error instanceof AppError && error.reason === 'badAnswer') return 'open';
  if (!isFailure(error)) return 'end';
  if (error instanceof ServiceError) {
    const { httpStatus, reason, status } = error;
    if (httpStatus === 429) return nonRetryableReason(error, now) === undefined ? 'tooFast' : 'end';
    // A concurrent change, so a retry may succeed.
    if (status === 'ABORTED') return 'open';
    if (httpStatus === 409) return 'names';
    // The API returns HTTP 403 for missing resources.
    const isGone = httpStatus === 404 || reason === 'permission';
    if (isGone && operation === 'corpora.documents.chunks.batchUpdate') return 'names';
    if (httpStatus === 413 || reason === 'invalidRequest') return 'row';
  }
  return decideRetry(operationRow(operation), error) === 'open' ? 'open' : 'end';
}

const INDEX = /\brequests\[(\d+)\]/;

/**
 * Returns the batch's invalid requests by index, with reasons. Empty if the error names none.
 * @param count number of requests
 */
export function failedRequests(error: unknown, count: number): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  if (!(error instanceof ServiceError)) return found;
  const fields = error.details.fieldViolations ?? [];
  const lines = error.message.split('\n').map((line) => ({ field: line, description: line }));
  for (const { field, description } of [...fields, ...lines]) {
    const index = Number(INDEX.exec(field)?.[1] ?? INDEX.exec(description)?.[1] ?? NaN);
    if (index < count && !found.has(index)) found.set(index, requestProblem(description));
  }
  return found;
}

/** Removes the batch index, which is meaningless to the user. */
function requestProblem(description: string): string {
  return withoutBullet(describeFields(description)).replaceAll(/ of requests\[\d+\]/g, '');
}

export function batchErrorReason(error: unknown): string {
  return withoutBullet(userMessage(error));
}

function withoutBullet(text: string): string {
  return text.replace(/^\* /, '').trim();
}
