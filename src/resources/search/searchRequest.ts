import { isObject, items, objectAt, textAt } from '../../base/json';
import type { OperationId } from '../../api/operations';
import { rangeOf } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { displayLabel } from '../../catalog/kinds/facts';
import { parseRef } from '../../catalog/documents';
import type { ResourceRef } from '../../catalog/ref';
import { nameOf, type Store } from '../../service/store';
import type { TableCall } from '../../service/tableCalls';
import { type Filter, type Level, metadataFilters } from './filter';

/** What to look for. */
export interface SearchRequest {
  readonly query: string;
  readonly filters: readonly Filter[];
  /** Results at most, 1 to 100. */
  readonly count: number;
}

/** Results when nothing else is asked for, and the most there are (service documentation). */
export const DEFAULT_RESULTS = 10;
export const MOST_RESULTS = rangeOf('QueryCorpusRequest', 'resultsCount')[1];

/** Whether a resource can be searched: a corpus or a document. */
export function isSource(ref: ResourceRef): boolean {
  return !ref.collection && (ref.kind === 'corpus' || ref.kind === 'document');
}

/** Whose metadata can be filtered by: within one document, only that of its chunks. */
export function levelsOf(source: ResourceRef): readonly Level[] {
  return source.kind === 'corpus' ? ['document', 'chunk'] : ['chunk'];
}

export function searchCall(source: ResourceRef, request: SearchRequest): TableCall {
  const { query, filters, count } = request;
  const id: OperationId = source.kind === 'corpus' ? 'corpora.query' : 'corpora.documents.query';
  const body = {
    query,
    resultsCount: count,
    ...(filters.length === 0 ? {} : { metadataFilters: metadataFilters(filters) }),
  };
  return { id, input: { name: source.name, body } };
}

/** A chunk that was found. It is a ref too, so that commands take it as what they work on. */
export interface SearchResult extends ResourceRef {
  readonly kind: 'chunk';
  readonly chunk: JsonObject;
  /** The document it is in, where the service says more of it than its name. */
  readonly document: JsonObject;
  /** 0 to 1; absent where the service gave none. */
  readonly score: number | undefined;
  /** Nothing can be asked about a chunk whose name is none. */
  readonly isNamed: boolean;
}

/** What an answer to a query has, in the order of the service, the best first. */
export function resultsOf(answer: JsonObject, source: ResourceRef): readonly SearchResult[] {
  const { connection, version } = source;
  return items(answer.relevantChunks)
    .filter(isObject)
    .filter(({ chunk }) => isObject(chunk))
    .map((found) => {
      const chunk = objectAt(found, 'chunk');
      const score = found.chunkRelevanceScore;
      const ref = { connection, version, kind: 'chunk', name: nameOf(chunk) } as const;
      return {
        ...ref,
        chunk,
        document: objectAt(found, 'document'),
        score: typeof score === 'number' && Number.isFinite(score) ? score : undefined,
        isNamed: parseRef(ref) !== undefined,
      };
    });
}

/** The chunk as it is known now: somebody may have changed it since it was found. */
export function currentChunk(found: SearchResult, store: Pick<Store, 'find'>): JsonObject {
  const known = store.find(found);
  const isNewer = known && textAt(known, 'updateTime') > textAt(found.chunk, 'updateTime');
  return isNewer ? known : found.chunk;
}

/** A score as rows have it, such as `0.87`; empty where the service gave none. */
export function scoreText(score: number | undefined): string {
  return score?.toFixed(2) ?? '';
}

/** The document that a chunk is in. */
export function documentRefOf(chunk: ResourceRef): ResourceRef {
  const { connection, version, name } = chunk;
  return { connection, version, kind: 'document', name: name.split('/').slice(0, 4).join('/') };
}

/** What the document of a chunk is called: by its display name where that is known, else by its id. */
export function documentLabel(
  chunk: ResourceRef,
  store: Pick<Store, 'find'>,
  answered: JsonObject = {},
): string {
  const ref = documentRefOf(chunk);
  const known = store.find(ref) ?? answered;
  const label = displayLabel({ ...known, name: ref.name });
  return label === ref.name ? (ref.name.split('/')[3] ?? '') : label;
}
