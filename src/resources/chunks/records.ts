import { Readable } from 'node:stream';
import csv from 'csv-parser';
import { isObject, tryParse } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import type { ImportSource } from './importSource';

/** The field of a record that stands for a whole paragraph or line. */
export const TEXT_FIELD = 'text';

/** A row as it was read. */
export interface SourceRecord {
  /** Line, or row of a table, from 1. */
  readonly line: number;
  /** Undefined where the line is neither a JSON object nor a text in quotes, or where there is a problem. */
  readonly value: JsonObject | undefined;
  /** Why a row of a table can't be read, as a sentence. */
  readonly problem?: string;
  /** It has more cells than the table has columns. */
  readonly hasMore?: boolean;
}

/** The rows of a source, read piece by piece. */
export function readRecords(
  source: Pick<ImportSource, 'read'>,
  format: Format,
  l10n: L10n,
  signal?: AbortSignal,
): AsyncIterable<SourceRecord> {
  const bytes = source.read(signal);
  if (format.kind === 'csv') return csvRecords(bytes, format.separator, l10n);
  const lines = textLines(bytes, l10n);
  if (format.kind === 'jsonl') return jsonRecords(lines);
  return format.kind === 'lines' ? lineRecords(lines) : paragraphRecords(lines);
}

/** The fields that records have, in the order in which they come up. */
export function columnsOf(sample: readonly SourceRecord[]): readonly string[] {
  return [...new Set(sample.flatMap(({ value }) => Object.keys(value ?? {})))];
}

async function* jsonRecords(lines: AsyncIterable<string>): AsyncGenerator<SourceRecord> {
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    const parsed = tryParse(text);
    // A text alone is one too.
    const value = typeof parsed === 'string' ? { [TEXT_FIELD]: parsed } : parsed;
    yield { line, value: isObject(value) ? value : undefined };
  }
}

async function* lineRecords(lines: AsyncIterable<string>): AsyncGenerator<SourceRecord> {
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() !== '') yield { line, value: { [TEXT_FIELD]: text.trim() } };
  }
}

/** What stands between empty lines. */
async function* paragraphRecords(lines: AsyncIterable<string>): AsyncGenerator<SourceRecord> {
  let start = 1;
  let line = 0;
  let paragraph: string[] = [];
  for await (const text of lines) {
    line += 1;
    if (text.trim() !== '') {
      if (paragraph.length === 0) start = line;
      paragraph.push(text);
      continue;
    }
    if (paragraph.length > 0) yield { line: start, value: { [TEXT_FIELD]: paragraph.join('\n') } };
    paragraph = [];
  }
  if (paragraph.length > 0) yield { line: start, value: { [TEXT_FIELD]: paragraph.join('\n') } };
}

/** How a source has its rows. */
export type Format =
  | { readonly kind: 'jsonl' }
  | { readonly kind: 'csv'; readonly separator: string }
  | { readonly kind: 'paragraphs' }
  | { readonly kind: 'lines' };

const SEPARATORS = [',', '\t', ';'];

/**
 * What a source looks like.
 *
 * @param name file name, whose ending counts where it says enough.
 * @param start the first few thousand characters.
 */
export function detectFormat(name: string, start: string): Format {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === 'jsonl' || ending === 'ndjson') return { kind: 'jsonl' };
  if (ending === 'tsv') return { kind: 'csv', separator: '\t' };
  const lines = start.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [first = '', second] = lines;
  const separator = separatorOf(first);
  if (ending === 'csv') return { kind: 'csv', separator: separator ?? ',' };
  if (ending === 'txt' || ending === 'md') return { kind: 'paragraphs' };
  if (isObject(tryParse(first))) return { kind: 'jsonl' };
  // A sentence may have commas too: a table has as many in its second row.
  const isTable =
    separator !== undefined &&
    second !== undefined &&
    cells(first, separator) === cells(second, separator);
  if (isTable) return { kind: 'csv', separator };
  return { kind: 'paragraphs' };
}

/** What most often stands between the cells of a line; undefined where it has only one. */
function separatorOf(line: string): string | undefined {
  const counts = SEPARATORS.map((one) => [one, cells(line, one)] as const);
  const [best] = counts.filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1]);
  return best?.[0];
}

function cells(line: string, separator: string): number {
  return line.replaceAll(/"(?:[^"]|"")*"/g, '').split(separator).length;
}

// Bytes of a row: far more than a chunk takes, and few enough for a quote that never ends.
const LONGEST_ROW = 4_000_000;

/**
 * The rows of a table, with the cells under the names of the first row. Throws what the source throws, and
 * `Error` for a row that is too long. The last row can't be read where the file ends within quotes: the parser
 * takes all that follows the quote for a cell of it.
 */
async function* csvRecords(
  bytes: AsyncIterable<Uint8Array>,
  separator: string,
  l10n: L10n,
): AsyncGenerator<SourceRecord, void, undefined> {
  let quotes = 0;
  const source = Readable.from(withoutMark(bytes));
  source.on('data', (piece: Buffer) => {
    // Those that stand for one in a cell come in pairs.
    for (const byte of piece) if (byte === QUOTE) quotes += 1;
  });
  // Names are ours: those of the file may be empty, the same, or `__proto__`.
  const parser = csv({ headers: false, separator, maxRowBytes: LONGEST_ROW });
  source.on('error', (error) => parser.destroy(error));
  let columns: readonly string[] | undefined;
  let line = 0;
  // Whether a row is the last one is known only after it.
  let held: SourceRecord | undefined;
  try {
    for await (const row of source.pipe(parser) as AsyncIterable<{
      readonly [index: string]: string;
    }>) {
      if (held) yield held;
      held = undefined;
      line += 1;
      const cells = Object.values(row);
      if (!columns) {
        columns = columnNames(cells);
        continue;
      }
      if (cells.every((cell) => cell.trim() === '')) continue;
      const names = columns;
      held = {
        line,
        value: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
        ...(cells.length > names.length && { hasMore: true }),
      };
    }
    if (quotes % 2 === 1) {
      const problem = l10n.t('A quote is not closed.');
      held = { line, value: undefined, problem };
    }
    if (held) yield held;
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

const QUOTE = 0x22;
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

// Characters: far more than a chunk with its metadata can have.
const LONGEST = 4_000_000;

/** The lines of a UTF-8 text that comes in pieces. Throws where one does not end. */
async function* textLines(
  bytes: AsyncIterable<Uint8Array>,
  l10n: L10n,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const piece of bytes) {
    const lines = `${rest}${decoder.decode(piece, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    if (rest.length > LONGEST) {
      throw new AppError('badSource', l10n.t('It has a line that is too long to be read.'));
    }
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
