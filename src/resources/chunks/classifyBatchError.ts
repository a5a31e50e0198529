import { ServiceError } from '../../api/errors';
import { fieldsInWords } from '../../api/errors/details';
import { type OperationId, operationRow } from '../../api/operations';
import { nonRetryableReason, isFailure, verdictOf } from '../../api/retry/retryPolicy';
import { AppError, toldOf } from '../../base/errors';

/**
 * What a batch that failed means. `tooFast`: nothing was done, and it may come again. `names`: what is under some
 * of the names stands in the way. `row`: one of the rows is wrong. `open`: it may have been done. `end`: no batch is going to do better.
 */
export type BatchVerdict = 'tooFast' | 'names' | 'row' | 'open' | 'end';

/** @param now milliseconds since 1970. */
export function classifyBatchError(
  operation: OperationId,
  error: unknown,
  now: number,
): BatchVerdict {
  // An answer came, and says nothing of what was done.
  if (error instanceof AppError && error.reason === 'badAnswer') return 'open';
  if (!isFailure(error)) return 'end';
  if (error instanceof ServiceError) {
    const { httpStatus, reason, status } = error;
    if (httpStatus === 429) return nonRetryableReason(error, now) === undefined ? 'tooFast' : 'end';
    // It came in between other changes, and is worth another try.
    if (status === 'ABORTED') return 'open';
    if (httpStatus === 409) return 'names';
    // One that is to be changed may be gone: the service says "no permission" of what is not there.
    const isGone = httpStatus === 404 || reason === 'permission';
    if (isGone && operation === 'corpora.documents.chunks.batchUpdate') return 'names';
    if (httpStatus === 413 || reason === 'invalidRequest') return 'row';
  }
  return verdictOf(operationRow(operation), error) === 'open' ? 'open' : 'end';
}

const INDEX = /\brequests\[(\d+)\]/;

/**
 * Which requests of a batch an error speaks of, with what it says of each; empty where it names none.
 *
 * @param count how many requests the batch has.
 */
export function blamed(error: unknown, count: number): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  if (!(error instanceof ServiceError)) return found;
  const fields = error.details.fieldViolations ?? [];
  const lines = error.message.split('\n').map((line) => ({ field: line, description: line }));
  for (const { field, description } of [...fields, ...lines]) {
    const index = Number(INDEX.exec(field)?.[1] ?? INDEX.exec(description)?.[1] ?? NaN);
    if (index < count && !found.has(index)) found.set(index, inItsWords(description));
  }
  return found;
}

/** Of one row: which request of a batch it was in means nothing to people. */
function inItsWords(description: string): string {
  return withoutBullet(fieldsInWords(description)).replaceAll(/ of requests\[\d+\]/g, '');
}

/** What an error says, without the bullet that the service puts before it. */
export function reasonOf(error: unknown): string {
  return withoutBullet(toldOf(error));
}

function withoutBullet(text: string): string {
  return text.replace(/^\* /, '').trim();
}
