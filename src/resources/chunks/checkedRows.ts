import type { L10n } from '../../platform/l10n';
import type { ChunkRow } from './chunkRow';
import type { Format } from './format';
import type { ImportSource } from './importSource';
import { toChunkRow, type Mapping } from './mapping';
import { readRecords } from './records';
import { rowProblem } from './rowProblem';

// Ids that are remembered to find the same one twice; beyond them the service finds it.
const MOST_IDS = 200_000;

/** How a source is read. */
export interface ImportPlan {
  readonly source: ImportSource;
  readonly format: Format;
  /** Absent where rows are chunks of the service's own form. */
  readonly mapping?: Mapping | undefined;
  /** How many rows are fine; absent where not all were looked at. */
  readonly total?: number;
}

/** A row, and what is wrong with it. */
export interface CheckedRow {
  readonly row: ChunkRow;
  readonly problem?: string | undefined;
}

/** All rows of a source, in order, each with what is wrong with it. */
export async function* checkedRows(
  { source, format, mapping }: ImportPlan,
  l10n: L10n,
  signal?: AbortSignal,
): AsyncGenerator<CheckedRow, void, undefined> {
  const lines = new Map<string, number>();
  for await (const record of readRecords(source, format, l10n, signal)) {
    const row = toChunkRow(record, mapping);
    const { id } = row;
    const before = id === undefined ? undefined : lines.get(id);
    if (id !== undefined && lines.size < MOST_IDS) lines.set(id, before ?? row.line);
    const problem = rowProblem(record, row, mapping, l10n);
    const isTwice = before !== undefined && id !== undefined;
    yield {
      row,
      problem:
        problem ?? (isTwice ? l10n.t('Row {0} has the id {1} already.', before, id) : undefined),
    };
  }
}
