import type { FailedRow } from './batchJob';
import { sentChunk, type ChunkRow, type NamedRow } from './chunkRow';

// Rows that are kept to be shown or tried again.
const MOST = 10_000;

/** What did not become a chunk, and can be tried again. */
export class ImportReport {
  readonly #lines: string[] = [];
  /** Rows that the next try begins with: not sent, or nobody knows. */
  readonly rest: NamedRow[] = [];
  #count = 0;

  /** How many rows there are, also where not all are kept. */
  get count(): number {
    return this.#count;
  }

  /** A row that was left out before it was sent. */
  leftOut(row: ChunkRow, reason: string): void {
    this.#add(row, reason);
  }

  failed({ row, reason, kind }: FailedRow<NamedRow>): void {
    if (kind !== 'refused') this.rest.push(row);
    if (kind !== 'notSent') this.#add(row, reason);
  }

  /** A JSON object per line: its row in the source, why, and the chunk as it can be read again. */
  text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  #add(row: ChunkRow, reason: string): void {
    this.#count += 1;
    if (this.#lines.length >= MOST) return;
    const { line, id, chunk } = row;
    const name = id === undefined ? {} : { name: id };
    this.#lines.push(JSON.stringify({ line, error: reason, ...name, ...sentChunk(chunk) }));
  }
}
