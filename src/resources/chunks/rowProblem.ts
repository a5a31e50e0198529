import { isObject, items, textAt } from '../../base/json';
import type { L10n } from '../../platform/l10n';
import { isChunkId, METADATA } from './chunkLimits';
import type { ChunkRow } from './chunkRow';
import { chunkText, isChunk, type Mapping } from './mapping';
import type { SourceRecord } from './records';

/** Why a row can't become a chunk, as a sentence; undefined where nothing is wrong that shows from here. */
export function rowProblem(
  record: SourceRecord,
  row: ChunkRow,
  mapping: Mapping | undefined,
  l10n: L10n,
): string | undefined {
  if (!record.value) return l10n.t('The line is not a JSON object.');
  if (record.hasMore) return l10n.t('The row has more cells than the table has columns.');
  if (chunkText(row).trim() === '') return l10n.t('It has no text.');
  if (row.id !== undefined && !isChunkId(row.id)) {
    return l10n.t(
      '“{0}” is not an id: at most 40 of a to z, 0 to 9 and dashes, not at the ends.',
      row.id.slice(0, 60),
    );
  }
  const metadata = items(row.chunk.customMetadata);
  if (metadata.length > METADATA) {
    return l10n.t('It has {0} metadata; the service takes {1}.', metadata.length, METADATA);
  }
  return isChunk(record.value) ? undefined : numberProblem(metadata, mapping, l10n);
}

function numberProblem(
  metadata: readonly unknown[],
  mapping: Mapping | undefined,
  l10n: L10n,
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
