import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';

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
