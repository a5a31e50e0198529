import * as l10n from '@vscode/l10n';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { isObject, tryParse } from '../../base/json';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { LINE_END, textLines, type TextSource } from './textSource';

/** The field of a record that stands for a whole paragraph or line. */
const TEXT_FIELD = 'text';

/** A row as it was read. */
export interface SourceRecord {
  /** On which it begins, from 1. */
  readonly line: number;
  /** Undefined where the line is neither a JSON object nor a text in quotes. */
  readonly value: JsonObject | undefined;
  /** It has more cells than the table has columns. */
  readonly hasMore?: boolean;
}

/** The rows of a source, read piece by piece. */
export function readRecords(
  source: TextSource,
  format: Format,
  signal?: AbortSignal,
): AsyncIterable<SourceRecord> {
  const pieces = source.read(signal);
  if (format.kind === 'csv') return csvRecords(pieces, format.separator);
  const lines = textLines(pieces);
  if (format.kind === 'jsonl') return jsonRecords(lines);
  return format.kind === 'lines' ? lineRecords(lines) : paragraphRecords(lines);
}

/** The value of a field as text; JSON if it is not a text. */
export function cellText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
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
  const record = (): SourceRecord => ({
    line: start,
    value: { [TEXT_FIELD]: paragraph.join('\n') },
  });
  for await (const text of lines) {
    line += 1;
    if (text.trim() !== '') {
      if (paragraph.length === 0) start = line;
      paragraph.push(text);
      continue;
    }
    if (paragraph.length > 0) yield record();
    paragraph = [];
  }
  if (paragraph.length > 0) yield record();
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
  const isText = ending === 'txt' || ending === 'md';
  const lines = start.split(LINE_END).filter((line) => line.trim() !== '');
  const [first = '', second] = lines;
  if (ending === 'tsv') return { kind: 'csv', separator: '\t' };
  const separator = separatorOf(first);
  if (ending === 'csv') return { kind: 'csv', separator: separator ?? ',' };
  if (isText) return { kind: 'paragraphs' };
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
  return line.replaceAll(/(?<=^|[,;\t])"(?:[^"]|"")*"/g, '').split(separator).length;
}

// Bytes of a row: far more than a chunk takes, and few enough for a quote that never ends.
const LONGEST_ROW = 4_000_000;

/**
 * The rows of a table, with the cells under the names of the first row that has any. A quote opens a cell only at its
 * beginning (RFC 4180). Throws what the source throws, and `AppError` for a quote or a row that does not end.
 */
async function* csvRecords(
  pieces: AsyncIterable<string>,
  separator: string,
): AsyncGenerator<SourceRecord, void, undefined> {
  const source = Readable.from(pieces);
  const end = { isOpen: false };
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    // An error would lose the rows that were not taken yet, and with them the line of the quote.
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error?.code !== 'CSV_QUOTE_NOT_CLOSED') {
        throw new AppError('badSource', l10n.t('It has a line that is too long to be read.'));
      }
      end.isOpen = true;
    },
  });
  source.on('error', (error) => parser.destroy(error));
  let columns: readonly string[] | undefined;
  let next = 1;
  try {
    for await (const cells of source.pipe(parser) as AsyncIterable<readonly string[]>) {
      const line = next;
      next += cells.reduce((sum, cell) => sum + cell.split(LINE_END).length - 1, 1);
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (!columns) {
        columns = columnNames(cells);
        continue;
      }
      const value = Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']));
      const hasMore = cells.length > columns.length;
      yield { line, value, ...(hasMore && { hasMore }) };
    }
    if (end.isOpen) {
      throw new AppError(
        'badSource',
        l10n.t('Line {0}: {1}', next, l10n.t('A quote is not closed.')),
      );
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
    const shown = cell.trim();
    const base = shown === '' ? `Column ${index + 1}` : shown;
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base} (${count})`;
    taken.add(name);
    return name;
  });
}
