import { text as readText } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { JsonValue } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { shownSize } from '../../base/format';
import type { L10n } from '../../platform/l10n';
import type { SourceFile } from '../../platform/localFiles';
import { decoded, detectEncoding } from '../chunks/encoding';
import { detectFormat } from '../chunks/format';
import { readRecords, type SourceRecord } from '../chunks/records';
import type { ExampleMapping, ExampleRow } from './example';

/** Bytes; the service takes no larger file (its guide to tuning). */
export const MOST_BYTES = 4 * 1024 * 1024;

/** A row of a file, with the line on which it begins. */
export interface ExampleRecord extends SourceRecord {
  /** From 1; of a table, not its row: a cell may have several lines. */
  readonly startLine: number;
}

/** Reads the rows of a CSV or JSONL file. Throws `AppError` where it is too large, empty, or neither. */
export async function readExamples(
  file: SourceFile,
  l10n: L10n,
  signal?: AbortSignal,
): Promise<readonly ExampleRecord[]> {
  if (file.size > MOST_BYTES) {
    throw new AppError(
      'tooLarge',
      l10n.t('{0} has {1}. The service takes 4 MB.', file.name, shownSize(file.size, l10n)),
      {
        hint: l10n.t('Leave some of the examples out.'),
      },
    );
  }
  const source = decoded(file, await detectEncoding(file, signal));
  const format = detectFormat(file.name, await readText(Readable.from(source.read(signal))));
  if (format.kind !== 'csv' && format.kind !== 'jsonl') {
    throw new AppError('badSource', l10n.t('{0} is not a table.', file.name), {
      hint: l10n.t(
        'Choose a CSV file with a row of names, or a JSONL file with an object per line.',
      ),
    });
  }
  const records: ExampleRecord[] = [];
  const startLine = format.kind === 'csv' ? lineCounter() : ({ line }: SourceRecord) => line;
  for await (const record of readRecords(source, format, l10n, signal)) {
    records.push({ ...record, startLine: startLine(record) });
  }
  if (records.length > 0) return records;
  throw new AppError('emptySource', l10n.t('{0} has no examples.', file.name));
}

/** Finds the lines of a table's rows, given one after the other: rows before it, and line ends within their cells. */
function lineCounter(): (record: SourceRecord) => number {
  let row = 1;
  let next: number | undefined;
  return ({ line, value = {} }) => {
    next ??= 2 + lineEnds(Object.keys(value));
    // Rows without any text are not told; each is a line.
    const start = next + (line - row - 1);
    row = line;
    next = start + 1 + lineEnds(Object.values(value));
    return start;
  };
}

function lineEnds(cells: readonly (JsonValue | undefined)[]): number {
  return cells.reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' ? cell.split('\n').length - 1 : 0),
    0,
  );
}

/** A row as an example; what is no text becomes JSON. */
export function toExample(
  { startLine: line, value, hasMore }: ExampleRecord,
  { input, output }: ExampleMapping,
  l10n: L10n,
): ExampleRow {
  if (!value) {
    return { line, textInput: '', output: '', problem: l10n.t('The line is not a JSON object.') };
  }
  const example = { line, textInput: cellText(value[input]), output: cellText(value[output]) };
  if (!hasMore) return example;
  return { ...example, problem: l10n.t('The row has more cells than the table has columns.') };
}

function cellText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
