import { Readable } from 'node:stream';
import csv from 'csv-parser';
import type { SourceRecord } from './records';

// Bytes of a row: far more than a chunk takes, and few enough for a quote that never ends.
const LONGEST_ROW = 4_000_000;

/**
 * The rows of a table, with the cells under the names of the first row. Throws what the source throws, and
 * `Error` for a row that does not end.
 */
export async function* csvRecords(
  bytes: AsyncIterable<Uint8Array>,
  separator: string,
): AsyncGenerator<SourceRecord, void, undefined> {
  const source = Readable.from(withoutMark(bytes));
  // Names are ours: those of the file may be empty, the same, or `__proto__`.
  const parser = csv({ headers: false, separator, maxRowBytes: LONGEST_ROW });
  source.on('error', (error) => parser.destroy(error));
  let columns: readonly string[] | undefined;
  let line = 0;
  try {
    for await (const row of source.pipe(parser) as AsyncIterable<{
      readonly [index: string]: string;
    }>) {
      line += 1;
      const cells = Object.values(row);
      if (!columns) {
        columns = columnNames(cells);
        continue;
      }
      if (cells.every((cell) => cell.trim() === '')) continue;
      const names = columns;
      yield {
        line,
        value: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
        ...(cells.length > names.length && { hasMore: true }),
      };
    }
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** The cells of the first row as names: none is empty, and none there twice. */
function columnNames(cells: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return cells.map((cell, index) => {
    const base = cell.trim() === '' ? `Column ${index + 1}` : cell.trim();
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base} (${count})`;
    taken.add(name);
    return name;
  });
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The bytes without the mark that some programs put before UTF-8, and in pieces that may be changed. */
async function* withoutMark(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of bytes) {
    if (!start) {
      yield Buffer.from(piece);
      continue;
    }
    start = Buffer.concat([start, piece]);
    if (start.length < MARK.length) continue;
    yield start.subarray(0, MARK.length).equals(MARK) ? start.subarray(MARK.length) : start;
    start = undefined;
  }
  if (start) yield start;
}
