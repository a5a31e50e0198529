import type { JsonObject, JsonValue } from '../../../api/schema/row';
import type { L10n } from '../../../platform/l10n';

type Say = (l10n: L10n, bound: number, is: number) => string;

/** A number that a schema sets: of what it holds, and what is said where it does not. */
interface Bound {
  readonly of: (value: JsonValue) => number | undefined;
  readonly holds: (is: number, bound: number) => boolean;
  readonly say: Say;
}

const size = (value: JsonValue): number | undefined =>
  typeof value === 'number' ? value : undefined;
const items = (value: JsonValue): number | undefined =>
  Array.isArray(value) ? value.length : undefined;
const fields = (value: JsonValue): number | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value).length
    : undefined;
/** Characters, not UTF-16 units. */
const letters = (value: JsonValue): number | undefined =>
  typeof value === 'string'
    ? value.replace(/[\ud800-\udbff][\udc00-\udfff]/g, 'x').length
    : undefined;
const least = (is: number, bound: number): boolean => is >= bound;
const most = (is: number, bound: number): boolean => is <= bound;

const sayLeast: Say = (l10n, bound, is) => l10n.t('expected {0} or more, found {1}', bound, is);
const sayMost: Say = (l10n, bound, is) => l10n.t('expected {0} or less, found {1}', bound, is);
const BOUNDS: { readonly [keyword: string]: Bound } = {
  minimum: { of: size, holds: least, say: sayLeast },
  maximum: { of: size, holds: most, say: sayMost },
  exclusiveMinimum: {
    of: size,
    holds: (is, bound) => is > bound,
    say: (l10n, bound, is) => l10n.t('expected more than {0}, found {1}', bound, is),
  },
  exclusiveMaximum: {
    of: size,
    holds: (is, bound) => is < bound,
    say: (l10n, bound, is) => l10n.t('expected less than {0}, found {1}', bound, is),
  },
  multipleOf: {
    of: size,
    // 0.3 is a multiple of 0.1 for everyone but floating-point numbers.
    holds: (is, step) => step <= 0 || Math.abs(is / step - Math.round(is / step)) < 1e-9,
    say: (l10n, bound, is) => l10n.t('expected a multiple of {0}, found {1}', bound, is),
  },
  minItems: {
    of: items,
    holds: least,
    say: (l10n, bound, is) => l10n.t('expected {0} items or more, found {1}', bound, is),
  },
  maxItems: {
    of: items,
    holds: most,
    say: (l10n, bound, is) => l10n.t('expected {0} items or fewer, found {1}', bound, is),
  },
  minLength: {
    of: letters,
    holds: least,
    say: (l10n, bound, is) => l10n.t('expected {0} characters or more, found {1}', bound, is),
  },
  maxLength: {
    of: letters,
    holds: most,
    say: (l10n, bound, is) => l10n.t('expected {0} characters or fewer, found {1}', bound, is),
  },
  minProperties: {
    of: fields,
    holds: least,
    say: (l10n, bound, is) => l10n.t('expected {0} fields or more, found {1}', bound, is),
  },
  maxProperties: {
    of: fields,
    holds: most,
    say: (l10n, bound, is) => l10n.t('expected {0} fields or fewer, found {1}', bound, is),
  },
};

/** Which numbers of a schema a value does not keep to, as parts of sentences. */
export function boundProblems(value: JsonValue, schema: JsonObject, l10n: L10n): readonly string[] {
  return Object.entries(BOUNDS).flatMap(([keyword, { of, holds, say }]) => {
    const set = schema[keyword];
    // The service's own kind of schema writes counts as texts.
    const bound = typeof set === 'number' || typeof set === 'string' ? Number(set) : NaN;
    const is = Number.isNaN(bound) ? undefined : of(value);
    return is === undefined || holds(is, bound) ? [] : [say(l10n, bound, is)];
  });
}
