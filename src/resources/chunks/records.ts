import * as l10n from '@vscode/l10n';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { isObject, tryParse } from '../../base/json';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { LINE_END, textLines, type TextSource, UNREADABLE, unreadableText } from './textSource';

const TEXT_FIELD = 'text';

export interface SourceRecord {
  /** First line of the record, from 1. */
  readonly line: number;
  /** Undefined if the line is neither a JSON object nor a JSON string, or has a problem. */
  readonly value: JsonObject | undefined;
  readonly problem?: string;
  readonly hasMore?: boolean;
  readonly isUnreadable?: boolean;
}

export function readRecords(
  source: TextSource,
  format: Format,
  signal?: AbortSignal,
): AsyncIterable<SourceRecord> {
  const pieces = source.read(signal);
  const checked: Check = (record, texts) => {
    if (!texts.some((text) => text.includes(UNREADABLE))) return record;
    const problem = unreadableText(source.encoding);
    return { line: record.line, value: undefined, problem, isUnreadable: true };
  };
  if (format.kind === 'csv') return csvRecords(pieces, format.separator, checked);
  const lines = textLines(pieces);
  if (format.kind === 'jsonl') return jsonRecords(lines, checked);
  return format.kind === 'lines' ? lineRecords(lines, checked) : paragraphRecords(lines, checked);
}

type Check = (record: SourceRecord, texts: readonly string[]) => SourceRecord;

export function cellText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

export function columnsOf(sample: readonly SourceRecord[]): readonly string[] {
  return [...new Set(sample.flatMap(({ value }) => Object.keys(value ?? {})))];
}

async function* jsonRecords(
  lines: AsyncIterable<string>,
  checked: Check,
): AsyncGenerator<SourceRecord> {
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    const parsed = tryParse(text);
    if (LONG_NUMBER.test(text) && hasRounded(parsed, text)) {
      const problem = l10n.t(
        'A number has too many digits to be stored exactly. Put the number in quotes.',
      );
      yield { line, value: undefined, problem };
      continue;
    }
    // A JSON string is also a record.
    const value = typeof parsed === 'string' ? { [TEXT_FIELD]: parsed } : parsed;
    yield checked({ line, value: isObject(value) ? value : undefined }, [text]);
  }
}

/** Numbers with this many digits may lose precision. */
const LONG_NUMBER = /\d{16}/;

/** Whether JSON.parse rounded an integer, such as an ID whose last digits became zeros. */
function hasRounded(value: JsonValue | undefined, text: string): boolean {
  if (typeof value === 'number') {
    const digits = JSON.stringify(value);
    const isLong = Math.abs(value) > Number.MAX_SAFE_INTEGER && text.includes(digits.slice(0, 15));
    return isLong && !text.includes(digits);
  }
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => hasRounded(inner, text));
}

async function* lineRecords(
  lines: AsyncIterable<string>,
  checked: Check,
): AsyncGenerator<SourceRecord> {
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() !== '') yield checked({ line, value: { [TEXT_FIELD]: text.trim() } }, [text]);
  }
}

async function* paragraphRecords(
  lines: AsyncIterable<string>,
  checked: Check,
): AsyncGenerator<SourceRecord> {
  let start = 1;
  let line = 0;
  let paragraph: string[] = [];
  const record = (): SourceRecord =>
    checked({ line: start, value: { [TEXT_FIELD]: paragraph.join('\n') } }, paragraph);
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

export type Format =
  | { readonly kind: 'jsonl' }
  | {
      readonly kind: 'csv';
      readonly separator: string;
      readonly hasDecimalCommas?: boolean;
    }
  | { readonly kind: 'paragraphs' }
  | { readonly kind: 'lines' };

const SEPARATORS = [',', '\t', ';'];

/** Optional first line in Excel files that declares the separator. */
const SEPARATOR_LINE = /^"?sep=([^"\w])"?\s*$/i;

/**
 * Detects a source's format.
 * @param name file name; an unambiguous extension wins
 * @param start the first few thousand characters
 */
export function detectFormat(name: string, start: string): Format {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === 'jsonl' || ending === 'ndjson') return { kind: 'jsonl' };
  const isText = ending === 'txt' || ending === 'md';
  const lines = start.split(LINE_END).filter((line) => line.trim() !== '');
  const [first = '', second] = lines;
  const said = isText ? undefined : SEPARATOR_LINE.exec(first)?.[1];
  if (said !== undefined) return { kind: 'csv', separator: said };
  if (ending === 'tsv') return { kind: 'csv', separator: '\t' };
  const separator = separatorOf(first);
  if (ending === 'csv') return { kind: 'csv', separator: separator ?? ',' };
  if (isText) return { kind: 'paragraphs' };
  if (isObject(tryParse(first))) return { kind: 'jsonl' };
  // Sentences also have commas, but in a table, the second row has the same number of them.
  const isTable =
    separator !== undefined &&
    second !== undefined &&
    cells(first, separator) === cells(second, separator);
  if (isTable) return { kind: 'csv', separator };
  return { kind: 'paragraphs' };
}

const COMMA_NUMBER = /^[+-]?\d+(?:,\d+)?$/;
const THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})*$/;

/**
 * Enables decimal commas if all of a column's numbers have them. Ambiguous values such as `1,234` don't
 * count.
 */
export function withDecimalSign(format: Format, sample: readonly SourceRecord[]): Format {
  if (format.kind !== 'csv' || format.separator === ',') return format;
  const hasDecimalCommas = columnsOf(sample).some((column) => {
    const cells = sample.map(({ value }) => value?.[column]);
    const texts = cells.filter((cell) => typeof cell === 'string');
    const filled = texts.map((cell) => cell.trim()).filter((cell) => cell !== '');
    return (
      filled.every((cell) => COMMA_NUMBER.test(cell)) &&
      filled.some((cell) => !THOUSANDS.test(cell) && cell.includes(','))
    );
  });
  return hasDecimalCommas ? { ...format, hasDecimalCommas } : format;
}

function separatorOf(line: string): string | undefined {
  const counts = SEPARATORS.map((one) => [one, cells(line, one)] as const);
  const [best] = counts.filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1]);
  return best?.[0];
}

function cells(line: string, separator: string): number {
  return line.replaceAll(/(?<=^|[,;\t])"(?:[^"]|"")*"/g, '').split(separator).length;
}

// Maximum row size in bytes: above a chunk's limit, but stops early on an unclosed quote.
const MAX_ROW_BYTES = 4_000_000;

/**
 * Yields table rows keyed by the header. Quotes only open a cell at its start (RFC 4180). Throws
 * source errors, and `AppError` if a row is too long. An unclosed quote makes the last row invalid.
 */
async function* csvRecords(
  pieces: AsyncIterable<string>,
  separator: string,
  checked: Check,
): AsyncGenerator<SourceRecord, void, undefined> {
  const source = Readable.from(pieces);
  const end = { isOpen: false };
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_BYTES,
    raw: true,
    // An exception would lose the rows that follow.
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error?.code !== 'CSV_QUOTE_NOT_CLOSED') {
        throw new AppError('badSource', l10n.t('The file has a line that is too long to read.'));
      }
      end.isOpen = true;
    },
  });
  source.on('error', (error) => parser.destroy(error));
  let columns: readonly string[] | undefined;
  let next = 1;
  try {
    for await (const { record: cells, raw } of source.pipe(parser) as AsyncIterable<ParsedRow>) {
      const line = next;
      next += cells.reduce((sum, cell) => sum + cell.split(LINE_END).length - 1, 1);
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (!columns) {
        if (SEPARATOR_LINE.test(cells.join(separator))) continue;
        columns = columnNames(cells);
        const header = checked({ line, value: undefined }, cells);
        if (header.problem !== undefined) yield header;
        continue;
      }
      if (cells.some((cell) => isLeftOpen(cell, raw))) {
        yield { line, value: undefined, problem: l10n.t('A closing quote is missing.') };
        continue;
      }
      const value = Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']));
      const hasMore = cells.length > columns.length;
      yield checked({ line, value, ...(hasMore && { hasMore }) }, cells);
    }
    if (end.isOpen)
      yield { line: next, value: undefined, problem: l10n.t('A closing quote is missing.') };
  } finally {
    source.destroy();
    parser.destroy();
  }
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly raw: string;
}

/** Whether a quote opened the cell, but no quote on a later line can have closed it. */
function isLeftOpen(cell: string, raw: string): boolean {
  if (!cell.startsWith('"') || !LINE_END.test(cell)) return false;
  return !raw.includes(`"${cell.replaceAll('"', '""')}"`);
}

function columnNames(cells: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return cells.map((cell, index) => {
    const shown = cell.trim().replaceAll(UNREADABLE, '\ufffd');
    const base = shown === '' ? `Column ${index + 1}` : shown;
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base} (${count})`;
    taken.add(name);
    return name;
  });
}
