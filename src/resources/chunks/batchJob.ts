import * as l10n from '@vscode/l10n';
import type { OperationId } from '../../api/operations';
import { maxItems } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import type { Clock } from '../../base/clock';

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

export interface BatchTexts {
  readonly taken: string;
  readonly oversized: string;
  readonly unclear: string;
  readonly tooMany: string;
}

export interface BatchJob<R> {
  readonly operation: OperationId;
  readonly texts: BatchTexts;
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

export function batchTexts(): BatchTexts {
  return {
    taken: l10n.t('Another chunk has this ID.'),
    oversized: l10n.t('The chunk is too large for one request.'),
    unclear: l10n.t('Couldn’t confirm whether this succeeded. Check before you try again.'),
    tooMany: l10n.t('The API rejected too many rows.'),
  };
}

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
