import type { L10n } from '../../platform/l10n';

/** What a condition compares with: the types that values of metadata have. */
export type ValueType = 'number' | 'text' | 'list';

/** A way to compare; `service` is the name that the service has for it. */
export interface OperatorRow {
  readonly service: string;
  readonly type: ValueType;
  /** Alone, in a list of them. */
  label(l10n: L10n): string;
  /** With a key and a value. */
  sentence(l10n: L10n, key: string, value: string): string;
}

/** All operators of the service, by the type of the value that they can be asked of. */
export const operators = {
  less: {
    service: 'LESS',
    type: 'number',
    label: (l10n) => l10n.t('is less than'),
    sentence: (l10n, key, value) => l10n.t('{0} is less than {1}', key, value),
  },
  atMost: {
    service: 'LESS_EQUAL',
    type: 'number',
    label: (l10n) => l10n.t('is at most'),
    sentence: (l10n, key, value) => l10n.t('{0} is at most {1}', key, value),
  },
  equals: {
    service: 'EQUAL',
    type: 'number',
    label: (l10n) => l10n.t('equals'),
    sentence: (l10n, key, value) => l10n.t('{0} equals {1}', key, value),
  },
  atLeast: {
    service: 'GREATER_EQUAL',
    type: 'number',
    label: (l10n) => l10n.t('is at least'),
    sentence: (l10n, key, value) => l10n.t('{0} is at least {1}', key, value),
  },
  greater: {
    service: 'GREATER',
    type: 'number',
    label: (l10n) => l10n.t('is greater than'),
    sentence: (l10n, key, value) => l10n.t('{0} is greater than {1}', key, value),
  },
  differs: {
    service: 'NOT_EQUAL',
    type: 'number',
    label: (l10n) => l10n.t('does not equal'),
    sentence: (l10n, key, value) => l10n.t('{0} does not equal {1}', key, value),
  },
  is: {
    service: 'EQUAL',
    type: 'text',
    label: (l10n) => l10n.t('is'),
    sentence: (l10n, key, value) => l10n.t('{0} is “{1}”', key, value),
  },
  isNot: {
    service: 'NOT_EQUAL',
    type: 'text',
    label: (l10n) => l10n.t('is not'),
    sentence: (l10n, key, value) => l10n.t('{0} is not “{1}”', key, value),
  },
  includes: {
    service: 'INCLUDES',
    type: 'list',
    label: (l10n) => l10n.t('includes'),
    sentence: (l10n, key, value) => l10n.t('{0} includes “{1}”', key, value),
  },
  excludes: {
    service: 'EXCLUDES',
    type: 'list',
    label: (l10n) => l10n.t('does not include'),
    sentence: (l10n, key, value) => l10n.t('{0} does not include “{1}”', key, value),
  },
} as const satisfies { readonly [id: string]: OperatorRow };

export type OperatorId = keyof typeof operators;

/** The operators that a type of values has; all without one. */
export function operatorIds(type?: ValueType): readonly OperatorId[] {
  const ids = Object.keys(operators) as OperatorId[];
  return type === undefined ? ids : ids.filter((id) => operators[id].type === type);
}

/** A type as it is named in lists. */
export function typeName(type: ValueType, l10n: L10n): string {
  switch (type) {
    case 'number':
      return l10n.t('Number');
    case 'text':
      return l10n.t('Text');
    case 'list':
      return l10n.t('List of texts');
  }
}
