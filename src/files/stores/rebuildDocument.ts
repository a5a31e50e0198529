import { FILE_SEARCH_BYTES, storeLimits } from '../../api/schema/fieldLimits';
import { maxItems } from '../../api/schema/limits';
import { isObject, items, type JsonObject, objectAt, textAt } from '../../base/json';
import type { ResourceRef } from '../../catalog/ref';
import type { Calls } from '../../service/calls';
import { nameOf } from '../../service/store';
import { listPages } from '../../service/tableCalls';

export interface RebuiltDocument {
  readonly name: string;
  readonly displayName: string;
  /** Chunks in order, separated by empty lines. */
  readonly text: string;
  /** Length of the text in UTF-8 bytes. */
  readonly bytes: number;
  readonly chunks: number;
  readonly customMetadata: readonly JsonObject[];
  readonly lost: LostParts;
}

export interface LostParts {
  /** Metadata keys beyond the limit or without a value. */
  readonly keys: readonly string[];
  readonly cut: readonly string[];
  readonly chunksWithMetadata: number;
}

/** Why a store would reject a document; undefined if it wouldn't. */
export function obstacleOf({
  bytes,
}: Pick<RebuiltDocument, 'bytes'>): 'empty' | 'tooLarge' | undefined {
  if (bytes === 0) return 'empty';
  return bytes > FILE_SEARCH_BYTES ? 'tooLarge' : undefined;
}

export async function rebuildDocument(
  calls: Calls,
  corpus: ResourceRef,
  document: JsonObject,
  signal: AbortSignal,
): Promise<RebuiltDocument> {
  const { connection, version } = corpus;
  const name = nameOf(document);
  const all: ResourceRef = { connection, version, kind: 'chunk', name, collection: true };
  const texts: string[] = [];
  let chunksWithMetadata = 0;
  for await (const page of listPages(calls, all, signal)) {
    for (const chunk of page) {
      const text = textAt(objectAt(chunk, 'data'), 'stringValue');
      if (text.trim() !== '') texts.push(text);
      if (items(chunk.customMetadata).length > 0) chunksWithMetadata += 1;
    }
  }
  const text = texts.join('\n\n');
  const displayName = textAt(document, 'displayName') || (name.split('/').at(-1) ?? name);
  const { customMetadata, keys, cut } = fittingMetadata(document.customMetadata);
  return {
    name,
    displayName,
    text,
    bytes: Buffer.byteLength(text),
    chunks: texts.length,
    customMetadata,
    lost: { keys, cut, chunksWithMetadata },
  };
}

/** Returns the metadata that fits a store document's limits, and the keys that don't. */
export function fittingMetadata(metadata: unknown): {
  readonly customMetadata: readonly JsonObject[];
  readonly keys: readonly string[];
  readonly cut: readonly string[];
} {
  const mostValues = maxItems('StringList', 'values');
  const customMetadata: JsonObject[] = [];
  const keys: string[] = [];
  const cut: string[] = [];
  for (const pair of items(metadata).filter(isObject)) {
    const key = textAt(pair, 'key');
    const isFull = customMetadata.length >= storeLimits.customMetadata;
    if (key === '' || Object.keys(pair).length < 2 || isFull) {
      keys.push(key);
      continue;
    }
    const values = items(objectAt(pair, 'stringListValue').values);
    if (values.length > mostValues) {
      cut.push(key);
      const fitting = values.slice(0, mostValues).map(String);
      customMetadata.push({ key, stringListValue: { values: fitting } });
    } else {
      customMetadata.push(pair);
    }
  }
  return { customMetadata, keys, cut };
}
