import { isObject, tryParse } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { L10n } from '../../platform/l10n';
import { csvRecords } from './csvRecords';
import type { Format } from './format';
import type { ImportSource } from './importSource';
import { textLines } from './textLines';

/** The field of a record that stands for a whole paragraph or line. */
export const TEXT_FIELD = 'text';

/** A row as it was read. */
export interface SourceRecord {
  /** Line, or row of a table, from 1. */
  readonly line: number;
  /** Undefined where the line is neither a JSON object nor a text in quotes. */
  readonly value: JsonObject | undefined;
  /** It has more cells than the table has columns. */
  readonly hasMore?: boolean;
}

/** The rows of a source, read piece by piece. */
export function readRecords(
  source: ImportSource,
  format: Format,
  l10n: L10n,
  signal?: AbortSignal,
): AsyncIterable<SourceRecord> {
  const bytes = source.read(signal);
  if (format.kind === 'csv') return csvRecords(bytes, format.separator);
  const lines = textLines(bytes, l10n);
  if (format.kind === 'jsonl') return jsonRecords(lines);
  return format.kind === 'lines' ? lineRecords(lines) : paragraphRecords(lines);
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
