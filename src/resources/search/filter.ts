import * as l10n from '@vscode/l10n';
import type { OperationId } from '../../api/operations';
import { valueRange } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { isObject, items, objectAt, textAt } from '../../base/json';
import { parseRef } from '../../catalog/documents';
import { displayLabel } from '../../catalog/kinds/facts';
import type { ResourceRef } from '../../catalog/ref';
import { nameOf, type Store } from '../../service/store';
import type { TableCall } from '../../service/tableCalls';

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

export type Level = 'document' | 'chunk';

/** The value is a number for numeric operators, otherwise a string. */
export interface Condition {
  readonly operator: OperatorId;
  readonly value: string | number;
}

/** Conditions on one key, joined by OR. Multiple filters are joined by AND. */
export interface Filter {
  readonly level: Level;
  readonly key: string;
  readonly conditions: readonly Condition[];
}

export interface ConditionPlace {
  readonly filter: number;
  readonly condition: number;
}

/** Returns the key for display, such as `chunk.page`. */
export function keyText({ level, key }: Pick<Filter, 'level' | 'key'>): string {
  return `${level}.${key}`;
}

export function conditionText(
  filter: Pick<Filter, 'level' | 'key'>,
  { operator, value }: Condition,
): string {
  return operators[operator].sentence(keyText(filter), String(value));
}

/** Returns a phrase such as *a or b, and c*. Empty without filters. */
export function filtersText(filters: readonly Filter[]): string {
  const either = filters.map((filter) =>
    filter.conditions
      .map((condition) => conditionText(filter, condition))
      .reduce((all, one) => l10n.t('{0} or {1}', all, one)),
  );
  if (either.length === 0) return '';
  return either.reduce((all, one) => l10n.t('{0}, and {1}', all, one));
}

/** Returns the API's filters. A key's prefix is in snake_case. */
export function metadataFilters(filters: readonly Filter[]): readonly JsonObject[] {
  return filters.map(({ level, key, conditions }) => ({
    key: `${level}.custom_metadata.${key}`,
    conditions: conditions.map(({ operator, value }) => ({
      ...(typeof value === 'number' ? { numericValue: value } : { stringValue: value }),
      operation: operators[operator].service,
    })),
  }));
}

/** Adds a condition: as an alternative in the last filter with the same key, or as a new filter. */
export function withCondition(
  filters: readonly Filter[],
  { level, key }: Pick<Filter, 'level' | 'key'>,
  condition: Condition,
  join: 'and' | 'or',
): readonly Filter[] {
  const index = filters.findLastIndex((filter) => filter.level === level && filter.key === key);
  const found = filters[index];
  if (join === 'and' || !found) return [...filters, { level, key, conditions: [condition] }];
  return filters.with(index, { ...found, conditions: [...found.conditions, condition] });
}

export function replaceCondition(
  filters: readonly Filter[],
  place: ConditionPlace,
  condition?: Condition,
): readonly Filter[] {
  const found = filters[place.filter];
  if (!found) return filters;
  const conditions = found.conditions.toSpliced(
    place.condition,
    1,
    ...(condition ? [condition] : []),
  );
  if (conditions.length === 0) return filters.toSpliced(place.filter, 1);
  return filters.with(place.filter, { ...found, conditions });
}

export type ValueType = 'number' | 'text' | 'list';

/** A filter operator. `service` is the API enum value. */
interface OperatorRow {
  readonly service: string;
  readonly type: ValueType;
  label(): string;
  sentence(key: string, value: string): string;
}

export const operators = {
  less: {
    service: 'LESS',
    type: 'number',
    label: () => l10n.t('is less than'),
    sentence: (key, value) => l10n.t('{0} is less than {1}', key, value),
  },
  atMost: {
    service: 'LESS_EQUAL',
    type: 'number',
    label: () => l10n.t('is at most'),
    sentence: (key, value) => l10n.t('{0} is at most {1}', key, value),
  },
  equals: {
    service: 'EQUAL',
    type: 'number',
    label: () => l10n.t('equals'),
    sentence: (key, value) => l10n.t('{0} equals {1}', key, value),
  },
  atLeast: {
    service: 'GREATER_EQUAL',
    type: 'number',
    label: () => l10n.t('is at least'),
    sentence: (key, value) => l10n.t('{0} is at least {1}', key, value),
  },
  greater: {
    service: 'GREATER',
    type: 'number',
    label: () => l10n.t('is greater than'),
    sentence: (key, value) => l10n.t('{0} is greater than {1}', key, value),
  },
  differs: {
    service: 'NOT_EQUAL',
    type: 'number',
    label: () => l10n.t('does not equal'),
    sentence: (key, value) => l10n.t('{0} does not equal {1}', key, value),
  },
  is: {
    service: 'EQUAL',
    type: 'text',
    label: () => l10n.t('is'),
    sentence: (key, value) => l10n.t('{0} is “{1}”', key, value),
  },
  isNot: {
    service: 'NOT_EQUAL',
    type: 'text',
    label: () => l10n.t('is not'),
    sentence: (key, value) => l10n.t('{0} is not “{1}”', key, value),
  },
  includes: {
    service: 'INCLUDES',
    type: 'list',
    label: () => l10n.t('includes'),
    sentence: (key, value) => l10n.t('{0} includes “{1}”', key, value),
  },
  excludes: {
    service: 'EXCLUDES',
    type: 'list',
    label: () => l10n.t('does not include'),
    sentence: (key, value) => l10n.t('{0} does not include “{1}”', key, value),
  },
} as const satisfies { readonly [id: string]: OperatorRow };

export type OperatorId = keyof typeof operators;

export function operatorIds(type?: ValueType): readonly OperatorId[] {
  const ids = Object.keys(operators) as OperatorId[];
  return type === undefined ? ids : ids.filter((id) => operators[id].type === type);
}

export function typeName(type: ValueType): string {
  switch (type) {
    case 'number':
      return l10n.t('Number');
    case 'text':
      return l10n.t('Text');
    case 'list':
      return l10n.t('String list');
  }
}
