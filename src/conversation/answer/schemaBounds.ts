import * as l10n from '@vscode/l10n';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject } from '../../base/json';

type Bound = readonly [
  of: (value: JsonValue) => number | undefined,
  holds: (is: number, bound: number) => boolean,
  say: (boundAndIs: readonly [number, number]) => string,
];

const size = (value: JsonValue): number | undefined =>
  typeof value === 'number' ? value : undefined;
const items = (value: JsonValue): number | undefined =>
  Array.isArray(value) ? value.length : undefined;
const fields = (value: JsonValue): number | undefined =>
  isObject(value) ? Object.keys(value).length : undefined;
/** Counts characters, not UTF-16 units. */
const chars = (value: JsonValue): number | undefined =>
  typeof value === 'string'
    ? value.replace(/[\ud800-\udbff][\udc00-\udfff]/g, 'x').length
    : undefined;
const minimum = (is: number, bound: number): boolean => is >= bound;
const maximum = (is: number, bound: number): boolean => is <= bound;

const above = (is: number, bound: number): boolean => is > bound;
const below = (is: number, bound: number): boolean => is < bound;
/** Tolerates floating-point errors: 0.3 is a multiple of 0.1. */
const multiple = (is: number, step: number): boolean =>
  step <= 0 || Math.abs(is / step - Math.round(is / step)) < 1e-9;

const BOUNDS: { readonly [keyword: string]: Bound } = {
  minimum: [size, minimum, (n) => l10n.t('expected {0} or more, found {1}', ...n)],
  maximum: [size, maximum, (n) => l10n.t('expected {0} or less, found {1}', ...n)],
  exclusiveMinimum: [size, above, (n) => l10n.t('expected more than {0}, found {1}', ...n)],
  exclusiveMaximum: [size, below, (n) => l10n.t('expected less than {0}, found {1}', ...n)],
  multipleOf: [size, multiple, (n) => l10n.t('expected a multiple of {0}, found {1}', ...n)],
  minItems: [
    items,
    minimum,
    (n) =>
      n[0] === 1
        ? l10n.t('expected {0} item or more, found {1}', ...n)
        : l10n.t('expected {0} items or more, found {1}', ...n),
  ],
  maxItems: [
    items,
    maximum,
    (n) =>
      n[0] === 1
        ? l10n.t('expected {0} item or fewer, found {1}', ...n)
        : l10n.t('expected {0} items or fewer, found {1}', ...n),
  ],
  minLength: [
    chars,
    minimum,
    (n) =>
      n[0] === 1
        ? l10n.t('expected {0} character or more, found {1}', ...n)
        : l10n.t('expected {0} characters or more, found {1}', ...n),
  ],
  maxLength: [
    chars,
    maximum,
    (n) =>
      n[0] === 1
        ? l10n.t('expected {0} character or fewer, found {1}', ...n)
        : l10n.t('expected {0} characters or fewer, found {1}', ...n),
  ],
  minProperties: [
    fields,
    minimum,
    (n) =>
      n[0] === 1
        ? l10n.t('expected {0} field or more, found {1}', ...n)
        : l10n.t('expected {0} fields or more, found {1}', ...n),
  ],
  maxProperties: [
    fields,
    maximum,
    (n) =>
      n[0] === 1
        ? l10n.t('expected {0} field or fewer, found {1}', ...n)
        : l10n.t('expected {0} fields or fewer, found {1}', ...n),
  ],
};

export function boundProblems(value: JsonValue, schema: JsonObject): readonly string[] {
  return Object.entries(BOUNDS).flatMap(([keyword, [of, holds, say]]) => {
    const set = schema[keyword];
    // The Gemini API's schema type writes counts as strings.
    const bound = typeof set === 'number' || typeof set === 'string' ? Number(set) : NaN;
    const is = Number.isNaN(bound) ? undefined : of(value);
    return is === undefined || holds(is, bound) ? [] : [say([bound, is])];
  });
}

/**
 * Whether a value equals a listed one. The Gemini API's schema type lists numbers as strings.
 * Recursion is limited by the schema's value.
 */
export function isSameJson(listed: JsonValue, value: JsonValue): boolean {
  if (typeof value === 'number' && listed === String(value)) return true;
  if (typeof listed !== 'object' || typeof value !== 'object') return listed === value;
  if (listed === null || value === null) return listed === value;
  if (Array.isArray(listed) !== Array.isArray(value)) return false;
  const [one, other] = [Object.entries(listed), value as { readonly [key: string]: JsonValue }];
  return (
    one.length === Object.keys(value).length &&
    one.every(([key, item]) => {
      const same = Object.hasOwn(other, key) ? other[key] : undefined;
      return same !== undefined && isSameJson(item as JsonValue, same);
    })
  );
}
