import { mostOf } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import type { BatchJob } from './batchJob';

/** Requests of one call: what the service takes, of changes as of new ones. */
export const BATCH_SIZE = mostOf('BatchCreateChunksRequest', 'requests');
/** Bytes of one call's body: below the service's 4 MiB, with room for what is around the requests. */
export const BATCH_BYTES = 4_000_000;

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

  /** Undefined after the last one. Several may ask at once: each gets another batch. */
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
      if (row === undefined) break;
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
    const next = await this.#rows.next();
    if (next.done === true) return undefined;
    this.#read += 1;
    return next.value;
  }
}
