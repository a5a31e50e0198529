import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { isObject, tryParse } from '../../base/json';
import type { SourceFile } from '../../platform/localFiles';
import { detectFormat, readRecords, type SourceRecord } from './records';
import {
  LINE_END,
  openText,
  startOf,
  type TextSource,
  UNREADABLE,
  unreadableText,
} from './textSource';

export const TABLE_EXTENSIONS = ['csv', 'tsv', 'jsonl', 'ndjson', 'json'];

interface Table {
  readonly sample: readonly SourceRecord[];
  rows(signal?: AbortSignal): AsyncIterable<SourceRecord>;
}

const SAMPLE = 100;
/** Maximum size of a JSON file in bytes, because it's parsed at once. JSON Lines has no limit. */
const MAX_JSON_BYTES = 50_000_000;

/** Opens a file with rows. Throws `AppError` if it has none, or isn’t readable. */
export async function openTable(file: SourceFile, signal: AbortSignal): Promise<Table> {
  const rows = await rowsOf(file, await openText(file, signal), signal);
  const sample: SourceRecord[] = [];
  for await (const record of rows(signal)) {
    sample.push(record);
    if (sample.length === SAMPLE) break;
  }
  if (sample.length > 0) return { sample, rows };
  throw new AppError('emptySource', l10n.t('{0} has no rows.', file.name));
}

type Rows = (signal?: AbortSignal) => AsyncIterable<SourceRecord>;

async function rowsOf(file: SourceFile, source: TextSource, signal: AbortSignal): Promise<Rows> {
  if (/\.json$/i.test(file.name)) return await wholeJson(file, source, signal);
  const format = detectFormat(file.name, await startOf(source, signal));
  return (until) => readRecords(source, format, until);
}

async function wholeJson(file: SourceFile, source: TextSource, signal: AbortSignal): Promise<Rows> {
  if (file.size > MAX_JSON_BYTES) {
    throw new AppError('tooLarge', l10n.t('{0} is too large to read at once.', file.name), {
      hint: l10n.t('Put each object on its own line in a .jsonl file.'),
    });
  }
  const pieces: string[] = [];
  for await (const piece of source.read(signal)) pieces.push(piece);
  const text = pieces.join('');
  const unreadable = text.indexOf(UNREADABLE);
  if (unreadable >= 0) {
    const line = text.slice(0, unreadable).split(LINE_END).length;
    const problem = unreadableText(source.encoding);
    throw new AppError('badSource', l10n.t('Line {0}: {1}', line, problem));
  }
  const parsed = tryParse(text);
  if (!Array.isArray(parsed)) {
    throw new AppError('badSource', l10n.t('{0} isn’t a JSON array of objects.', file.name));
  }
  const records = parsed.map((value, index): SourceRecord => {
    return { line: index + 1, value: isObject(value) ? value : undefined };
  });
  return async function* rows() {
    yield* await Promise.resolve(records);
  };
}
