import { ServiceError } from '../../api/errors';
import { describeFields } from '../../api/errors/details';
import { type OperationId, operationRow } from '../../api/operations';
import { decideRetry, isFailure, nonRetryableReason } from '../../api/retryPolicy';
import { maxItems } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import type { Clock } from '../../base/clock';
import { AppError, userMessage } from '../../base/errors';

export interface FailedRow<R> {
  readonly row: R;
  /** Reason from the API (not sanitized yet) or the extension. Empty if not sent. */
  readonly reason: string;
  /** Rejected, possibly done because the response was lost, or not sent. */
  readonly kind: 'refused' | 'unclear' | 'notSent';
}

export interface BatchCounts {
  readonly read: number;
  readonly done: number;
  readonly there: number;
  readonly failed: number;
}

export interface BatchResult extends BatchCounts {
  /** Why the job ended early. `CancelledError` if the user canceled. */
  readonly stopped?: Error;
}

/** Lookup result for a row's name: the expected resource, none, another resource, or a failed lookup. */
export type LookupState = 'same' | 'nothing' | 'other' | 'unclear';

export interface BatchJob<R> {
  readonly operation: OperationId;
  /** Reason for rows whose name belongs to another resource, or for changes of a missing one. */
  readonly takenText: string;
  requestOf(row: R): JsonObject;
  /** Rows with the same key are the same resource. */
  keyOf(row: R): string;
  send(requests: readonly JsonObject[], signal: AbortSignal): Promise<JsonObject>;
  look(row: R, signal: AbortSignal): Promise<LookupState>;
}

export interface BatchOptions<R> {
  readonly clock: Clock;
  /** Stops sending when aborted. Running calls may finish within 5 seconds. */
  readonly signal?: AbortSignal | undefined;
  readonly inFlight?: number;
  readonly onFailed: (failed: FailedRow<R>) => void;
  readonly onProgress?: (counts: BatchCounts) => void;
  readonly onAnswer?: (answer: JsonObject) => void;
  readonly random?: () => number;
}

/** Number of parallel calls if the order doesn't matter. */
export const IN_FLIGHT = 4;

/** Maximum number of requests per call, for creates and updates. */
export const BATCH_SIZE = maxItems('BatchCreateChunksRequest', 'requests');

/** Maximum body size in bytes: below the API's 4 MiB, less the JSON around the requests. */
const BATCH_BYTES = 4_000_000;

export interface BatchItem<R> {
  readonly row: R;
  readonly request: JsonObject;
}

interface Batch<R> {
  readonly items: readonly BatchItem<R>[];
  readonly oversized: readonly R[];
}

/**
 * Splits rows into batches and reads lazily. Rows with the same key never share a batch, because the
 * response wouldn't show which row was accepted.
 */
export class BatchCutter<R> {
  readonly #rows: AsyncIterator<R>;
  readonly #job: Pick<BatchJob<R>, 'requestOf' | 'keyOf'>;
  #kept: R | undefined;
  /** Read error of the source. Reported after the rows that were read before it. */
  #broken: { readonly error: unknown } | undefined;
  #read = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(rows: AsyncIterable<R>, job: Pick<BatchJob<R>, 'requestOf' | 'keyOf'>) {
    this.#rows = rows[Symbol.asyncIterator]();
    this.#job = job;
  }

  get read(): number {
    return this.#read;
  }

  /** Undefined at the end. Concurrent callers get different batches. Rejects if the source fails. */
  next(): Promise<Batch<R> | undefined> {
    const next = this.#last.then(() => this.#cut());
    this.#last = next.catch(() => undefined);
    return next;
  }

  async close(): Promise<readonly R[]> {
    await this.#last;
    await this.#rows.return?.();
    return this.#kept === undefined ? [] : [this.#kept];
  }

  async #cut(): Promise<Batch<R> | undefined> {
    const items: BatchItem<R>[] = [];
    const oversized: R[] = [];
    const keys = new Set<string>();
    let bytes = 0;
    while (items.length < BATCH_SIZE) {
      const row = await this.#take();
      if (row === undefined) {
        if (this.#broken && items.length === 0 && oversized.length === 0) throw this.#broken.error;
        break;
      }
      const request = this.#job.requestOf(row);
      const size = Buffer.byteLength(JSON.stringify(request)) + 1;
      if (size > BATCH_BYTES) {
        oversized.push(row);
        continue;
      }
      const key = this.#job.keyOf(row);
      if (bytes + size > BATCH_BYTES || keys.has(key)) {
        this.#kept = row;
        break;
      }
      keys.add(key);
      items.push({ row, request });
      bytes += size;
    }
    return items.length === 0 && oversized.length === 0 ? undefined : { items, oversized };
  }

  async #take(): Promise<R | undefined> {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept !== undefined) return kept;
    if (this.#broken) return undefined;
    try {
      const next = await this.#rows.next();
      if (next.done === true) return undefined;
      this.#read += 1;
      return next.value;
    } catch (error) {
      this.#broken = { error };
      return undefined;
    }
  }
}

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
