import type { JsonObject } from '../../api/schema/row';
import type { FilePart, StreamedFiles } from '../../platform/files';
import { requestsFile, resultsFile } from './batchRecords';
import type { LoadedResults } from './loadResults';
import { parsed } from './resultIndex';

export interface ResultLines {
  readonly row: number;
  readonly request?: JsonObject;
  readonly answer?: JsonObject;
}

/** Maximum gap in bytes between two lines read together, which is cheaper than a second read. */
const GAP = 65_536;
/** Maximum bytes per read, unless one line is longer. */
const MAX_CONCURRENT = 4_000_000;

export async function readRows(
  { files, record, index }: Pick<LoadedResults, 'files' | 'record' | 'index'>,
  rows: Iterable<number>,
  signal?: AbortSignal,
): Promise<readonly ResultLines[]> {
  const wanted = [...rows];
  const places = wanted.map((row) => index.at(row));
  const [requests, answers] = await Promise.all([
    readParts(
      files,
      requestsFile(record.id),
      places.map(({ request }) => request),
      signal,
    ),
    readParts(
      files,
      resultsFile(record.id),
      places.map(({ answer }) => answer),
      signal,
    ),
  ]);
  return wanted.map((row, at) => {
    const [request, answer] = [requests[at], answers[at]];
    return { row, ...(request && { request }), ...(answer && { answer }) };
  });
}

async function readParts(
  files: StreamedFiles,
  name: string,
  parts: readonly (FilePart | undefined)[],
  signal: AbortSignal | undefined,
): Promise<readonly (JsonObject | undefined)[]> {
  const found = new Array<JsonObject | undefined>(parts.length).fill(undefined);
  const known = parts
    .flatMap((part, at) => (part ? [{ ...part, at }] : []))
    .sort((a, b) => a.offset - b.offset);
  let from = 0;
  while (from < known.length) {
    const start = known[from]?.offset ?? 0;
    let end = start;
    let to = from;
    for (; to < known.length; to += 1) {
      const next = known[to];
      if (
        !next ||
        (to > from &&
          (next.offset - end > GAP || next.offset + next.length - start > MAX_CONCURRENT))
      )
        break;
      end = next.offset + next.length;
    }
    const pieces: Uint8Array[] = [];
    const range = { offset: start, length: end - start };
    for await (const piece of files.readPieces(name, signal, range)) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    for (const { at, offset, length } of known.slice(from, to)) {
      found[at] = parsed(bytes.subarray(offset - start, offset - start + length));
    }
    from = to;
  }
  return found;
}
