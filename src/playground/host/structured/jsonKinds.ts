import type { JsonObject, JsonValue } from '../../../api/schema/row';
import type { L10n } from '../../../platform/l10n';

const WORDS = {
  object: (l10n: L10n) => l10n.t('an object'),
  array: (l10n: L10n) => l10n.t('a list'),
  string: (l10n: L10n) => l10n.t('a text'),
  number: (l10n: L10n) => l10n.t('a number'),
  integer: (l10n: L10n) => l10n.t('a whole number'),
  boolean: (l10n: L10n) => l10n.t('true or false'),
  null: (l10n: L10n) => l10n.t('null'),
};
export type JsonKind = keyof typeof WORDS;

/** The kinds that a schema allows; empty where it says nothing that we know. */
export function kindsOf({ type }: JsonObject): readonly JsonKind[] {
  return (Array.isArray(type) ? (type as readonly JsonValue[]) : [type])
    .map((name) => (typeof name === 'string' ? name.toLowerCase() : ''))
    .filter((name): name is JsonKind => Object.hasOwn(WORDS, name));
}

/** @param as a whole number is one, and is a number too */
export function kindOf(value: JsonValue, as?: JsonKind): JsonKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (as === 'integer' && Number.isInteger(value)) return 'integer';
  return typeof value as JsonKind;
}

export function kindWord(kind: JsonKind, l10n: L10n): string {
  return WORDS[kind](l10n);
}
