import * as l10n from '@vscode/l10n';
import { throwIfAborted } from '../../base/async';
import { isObject, items, textAt } from '../../base/json';
import type { ResourcesContext } from '../context';
import {
  type ChunkRow,
  LONG_TEXT,
  METADATA,
  type Mapping,
  chunkText,
  isChunk,
  isChunkId,
  toChunkRow,
} from './mapping';
import { type Format, readRecords, type SourceRecord } from './records';
import type { TextSource } from './textSource';

// Maximum number of rows checked before sending. Later rows are checked when sent.
const MAX_ROWS = 100_000;
const MAX_PROBLEMS = 1000;
const SAMPLE = 3;

interface BadRow {
  readonly row: ChunkRow;
  readonly problem: string;
}

export interface SourceCheck {
  readonly sample: readonly ChunkRow[];
  readonly good: number;
  readonly bad: number;
  readonly problems: readonly BadRow[];
  readonly long: number;
  readonly odd: number;
  readonly hasMore: boolean;
}

export async function checkSource(plan: ImportPlan, signal: AbortSignal): Promise<SourceCheck> {
  const sample: ChunkRow[] = [];
  const problems: BadRow[] = [];
  let good = 0;
  let bad = 0;
  let long = 0;
  let odd = 0;
  for await (const { row, problem, isUnreadable } of checkedRows(plan, signal)) {
    throwIfAborted(signal);
    if (good + bad === MAX_ROWS) return { sample, good, bad, problems, long, odd, hasMore: true };
    if (problem !== undefined) {
      bad += 1;
      if (isUnreadable === true) odd += 1;
      if (problems.length < MAX_PROBLEMS) problems.push({ row, problem });
      continue;
    }
    good += 1;
    if (sample.length < SAMPLE) sample.push(row);
    if (chunkText(row).length > LONG_TEXT) long += 1;
  }
  return { sample, good, bad, problems, long, odd, hasMore: false };
}

// Maximum number of IDs checked for duplicates. The server checks the others.
const MAX_IDS = 200_000;

export interface ImportPlan {
  readonly source: TextSource;
  readonly format: Format;
  /** Absent if rows are already in the API's chunk format. */
  readonly mapping?: Mapping | undefined;
  /** Whether the order doesn't matter, so calls run in parallel. */
  readonly isInAnyOrder?: boolean;
  /** Number of valid rows. Undefined if not all were checked. */
  readonly total?: number;
}

interface CheckedRow {
  readonly row: ChunkRow;
  readonly problem?: string | undefined;
  readonly isUnreadable?: boolean | undefined;
}

export async function* checkedRows(
  { source, format, mapping }: ImportPlan,
  signal?: AbortSignal,
): AsyncGenerator<CheckedRow, void, undefined> {
  const lines = new Map<string, number>();
  for await (const record of readRecords(source, format, signal)) {
    const row = toChunkRow(record, format, mapping);
    const { id } = row;
    const before = id === undefined ? undefined : lines.get(id);
    if (id !== undefined && lines.size < MAX_IDS) lines.set(id, before ?? row.line);
    const problem = rowProblem(record, row, mapping);
    const isTwice = before !== undefined && id !== undefined;
    yield {
      row,
      isUnreadable: record.isUnreadable,
      problem:
        problem ?? (isTwice ? l10n.t('Line {0} already uses the ID {1}.', before, id) : undefined),
    };
  }
}

/** Returns why a row can't become a chunk. Undefined if the local check finds no problem. */
function rowProblem(
  record: SourceRecord,
  row: ChunkRow,
  mapping: Mapping | undefined,
): string | undefined {
  if (!record.value) return record.problem ?? l10n.t('The line isn’t a JSON object.');
  if (record.hasMore) return l10n.t('The row has more cells than the table has columns.');
  if (chunkText(row).trim() === '') return l10n.t('The row has no text.');
  if (row.id !== undefined && !isChunkId(row.id)) {
    return l10n.t(
      '“{0}” isn’t a valid ID. IDs can have up to 40 characters: a–z, 0–9, and dashes (not at the start or end).',
      row.id.slice(0, 60),
    );
  }
  const metadata = items(row.chunk.customMetadata);
  if (metadata.length > METADATA) {
    return l10n.t('The row has {0} metadata entries. The limit is {1}.', metadata.length, METADATA);
  }
  return isChunk(record.value) ? undefined : numberProblem(metadata, mapping);
}

function numberProblem(
  metadata: readonly unknown[],
  mapping: Mapping | undefined,
): string | undefined {
  for (const { column, type } of mapping?.metadata ?? []) {
    const entry = metadata.filter(isObject).find(({ key }) => key === column);
    if (type === 'number' && entry && entry.numericValue === undefined) {
      return l10n.t(
        '{0} is not a number: “{1}”.',
        column,
        textAt(entry, 'stringValue').slice(0, 60),
      );
    }
  }
  return undefined;
}

export async function showProblems(
  { documents }: ResourcesContext,
  source: TextSource,
  { bad, problems }: SourceCheck,
): Promise<void> {
  const lines = problems.map(({ row, problem }) => l10n.t('Line {0}: {1}', row.line, problem));
  const rest = bad - problems.length;
  const more = rest > 0 ? [l10n.t('And {0} more.', rest)] : [];
  const head = l10n.t('Skipped rows in {0}', source.name);
  const text = [head, '', ...lines, ...more, ''].join('\n');
  await documents.show({ name: 'left-out-rows.txt', read: () => text });
}
