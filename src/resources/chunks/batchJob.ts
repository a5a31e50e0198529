import * as l10n from '@vscode/l10n';
import type { OperationId } from '../../api/operations';
import { mostOf } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import type { Clock } from '../../base/clock';

/** What became of a row that was not done. */
export interface FailedRow<R> {
  readonly row: R;
  /** The service's words or ours; empty where it was not sent. From elsewhere: not made plain yet. */
  readonly reason: string;
  /** It was wrong, it may have been done, or it was not sent at all. */
  readonly kind: 'refused' | 'unclear' | 'notSent';
}

export interface BatchCounts {
  /** Rows that were taken from the source. */
  readonly read: number;
  readonly done: number;
  /** Rows that were there before, just as they are: nothing was to be done. */
  readonly there: number;
  /** Rows of which `onFailed` was told. */
  readonly failed: number;
}

export interface BatchResult extends BatchCounts {
  /** Why it ended before the last row; `CancelledError` where the user wanted it. */
  readonly stopped?: Error;
}

/** What is under the name of a row: what was to be there, nothing, something else, or that could not be seen. */
export type Sight = 'same' | 'nothing' | 'other' | 'unclear';

/** What is said of rows, in the user's language. */
export interface BatchTexts {
  /** Something else has the name. */
  readonly taken: string;
  /** Larger than what the service takes in one call. */
  readonly oversized: string;
  /** Nobody knows whether it was done. */
  readonly unclear: string;
  /** Why it ended where too many were refused. */
  readonly tooMany: string;
}

/** How rows are sent: one operation that takes many, and does all or none of them. */
export interface BatchJob<R> {
  readonly operation: OperationId;
  readonly texts: BatchTexts;
  requestOf(row: R): JsonObject;
  /** Rows with the same key are the same resource. */
  keyOf(row: R): string;
  /** Sends them once. */
  send(requests: readonly JsonObject[], signal: AbortSignal): Promise<JsonObject>;
  look(row: R, signal: AbortSignal): Promise<Sight>;
}

export interface BatchOptions<R> {
  readonly clock: Clock;
  /** Nothing is sent any more after it aborts; what is under way may end within five seconds. */
  readonly signal?: AbortSignal | undefined;
  /** Calls that run at once; `IN_FLIGHT` by default. */
  readonly inFlight?: number;
  /** Told of each row that was not done, once. */
  readonly onFailed: (failed: FailedRow<R>) => void;
  readonly onProgress?: (counts: BatchCounts) => void;
  /** What a call answered. */
  readonly onAnswer?: (answer: JsonObject) => void;
  /** Gives 0 to 1, 1 excluded. */
  readonly random?: () => number;
}

/** Calls that run at once where their order does not matter. */
export const IN_FLIGHT = 4;

/** What is said of chunks that could not be made. */
export function batchTexts(): BatchTexts {
  return {
    taken: l10n.t('Another chunk has this ID.'),
    oversized: l10n.t('The chunk is too large for one request.'),
    unclear: l10n.t('Couldn’t confirm whether this succeeded. Check before you try again.'),
    tooMany: l10n.t('The API rejected too many rows.'),
  };
}

/** Requests of one call: what the service takes, of changes as of new ones. */
export const BATCH_SIZE = mostOf('BatchCreateChunksRequest', 'requests');
/** Bytes of one call's body: below the service's 4 MiB, with room for what is around the requests. */
const BATCH_BYTES = 4_000_000;

/** A row with what is sent for it. */
export interface BatchItem<R> {
  readonly row: R;
  readonly request: JsonObject;
}

/** Of the rows, what one call takes. */
export interface Batch<R> {
  readonly items: readonly BatchItem<R>[];
  /** Rows that no call takes: larger than a body may be. */
  readonly oversized: readonly R[];
}

/**
 * Cuts rows into batches, and reads no further than the batch that is asked for. Rows with the same key never
 * are in one batch: which of them the service took could not be told.
 */
export class BatchCutter<R> {
  readonly #rows: AsyncIterator<R>;
  readonly #job: Pick<BatchJob<R>, 'requestOf' | 'keyOf'>;
  #kept: R | undefined;
  /** Why the source can't be read on: told once what was read before is in a batch. */
  #broken: { readonly error: unknown } | undefined;
  #read = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(rows: AsyncIterable<R>, job: Pick<BatchJob<R>, 'requestOf' | 'keyOf'>) {
    this.#rows = rows[Symbol.asyncIterator]();
    this.#job = job;
  }

  /** How many rows were taken from the source. */
  get read(): number {
    return this.#read;
  }

  /** Undefined after the last one. Several may ask at once: each gets another batch. Rejects where the source can't be read on. */
  next(): Promise<Batch<R> | undefined> {
    const next = this.#last.then(() => this.#cut());
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Closes the source, and gives what was read and is in no batch. */
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
