import type { OperationId } from '../../api/operations';
import { rangeOf } from '../../api/schema/limits';
import type { ResourceRef } from '../../catalog/ref';
import type { TableCall } from '../../service/tableCalls';
import { metadataFilters, type Filter, type Level } from './filter';

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
