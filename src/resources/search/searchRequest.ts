import { isObject, items, objectAt, textAt } from '../../base/json';
import type { OperationId } from '../../api/operations';
import { valueRange } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { displayLabel } from '../../catalog/kinds/facts';
import { parseRef } from '../../catalog/documents';
import type { ResourceRef } from '../../catalog/ref';
import { nameOf, type Store } from '../../service/store';
import type { TableCall } from '../../service/tableCalls';
import { type Filter, type Level, metadataFilters } from './filter';

export interface SearchRequest {
  readonly query: string;
  readonly filters: readonly Filter[];
  readonly count: number;
}

/** Default and maximum number of results (API documentation). */
export const DEFAULT_RESULTS = 10;
export const MAX_RESULTS = valueRange('QueryCorpusRequest', 'resultsCount')[1];

export function isSource(ref: ResourceRef): boolean {
  return !ref.collection && (ref.kind === 'corpus' || ref.kind === 'document');
}

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

/** A found chunk. Also a resource reference, so commands accept it as a target. */
export interface SearchResult extends ResourceRef {
  readonly kind: 'chunk';
  readonly chunk: JsonObject;
  /** Document fields. Empty if the API returns only the document's name. */
  readonly document: JsonObject;
  /** 0 to 1. Undefined if the response has none. */
  readonly score: number | undefined;
  /** Whether the chunk has a valid resource name. If not, it can't be fetched. */
  readonly isNamed: boolean;
}

/** Parses a query response. Preserves the API's order, best first. */
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

export function currentChunk(found: SearchResult, store: Pick<Store, 'find'>): JsonObject {
  const known = store.find(found);
  const isNewer = known && textAt(known, 'updateTime') > textAt(found.chunk, 'updateTime');
  return isNewer ? known : found.chunk;
}

/** Formats a score such as `0.87`. Empty without a score. */
export function scoreText(score: number | undefined): string {
  return score?.toFixed(2) ?? '';
}

export function documentRefOf(chunk: ResourceRef): ResourceRef {
  const { connection, version, name } = chunk;
  return { connection, version, kind: 'document', name: name.split('/').slice(0, 4).join('/') };
}

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
