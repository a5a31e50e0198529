import { FILE_SEARCH_BYTES, storeLimits } from '../../api/schema/fieldLimits';
import { mostOf } from '../../api/schema/limits';
import { isObject, items, type JsonObject, objectAt, textAt } from '../../base/json';
import type { ResourceRef } from '../../catalog/ref';
import type { Calls } from '../../service/calls';
import { nameOf } from '../../service/store';
import { listPages } from '../../service/tableCalls';

/** A document of a corpus as the text file that a store can take. */
export interface RebuiltDocument {
  /** Resource name of the document that it was. */
  readonly name: string;
  readonly displayName: string;
  /** Its chunks in order, an empty line between them. */
  readonly text: string;
  /** Of the text, in UTF-8. */
  readonly bytes: number;
  readonly chunks: number;
  readonly customMetadata: readonly JsonObject[];
  readonly lost: LostParts;
}

/** What a document of a store has no place for. */
export interface LostParts {
  /** Keys of metadata that are beyond what a document may have, or have no value. */
  readonly keys: readonly string[];
  /** Keys of metadata whose list was cut to what a list may have. */
  readonly cut: readonly string[];
  /** Chunks that have metadata of their own. */
  readonly chunksWithMetadata: number;
}

/** Why a store would not take a document; undefined where it would. */
export function obstacleOf({
  bytes,
}: Pick<RebuiltDocument, 'bytes'>): 'empty' | 'tooLarge' | undefined {
  if (bytes === 0) return 'empty';
  return bytes > FILE_SEARCH_BYTES ? 'tooLarge' : undefined;
}

/** Reads the chunks of a document, and makes of them what a store can take. */
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

/** As much of a document's metadata as one of a store may have, and what that leaves out. */
export function fittingMetadata(metadata: unknown): {
  readonly customMetadata: readonly JsonObject[];
  readonly keys: readonly string[];
  readonly cut: readonly string[];
} {
  const mostValues = mostOf('StringList', 'values');
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
