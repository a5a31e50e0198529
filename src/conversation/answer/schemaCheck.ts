import * as l10n from '@vscode/l10n';
import type { JsonValue, JsonObject } from '../../api/schema/row';
import { isObject } from '../../base/json';
import { decodePercent } from '../../base/encoding';

const MAX_KEPT = 20;
/** Limit on comparisons, because nested alternatives multiply. */
const MAX_STEPS = 200_000;
const MAX_DEPTH = 200;
const MAX_TEXT_LENGTH = 160;

interface CheckState {
  readonly problems: string[];
  count: number;
}

/**
 * Validates values against the Gemini API's schema type or JSON Schema. Ignores unknown keywords;
 * see `uncheckedKeywords`. Time is linear in the value, within limits.
 */
export class SchemaCheck {
  readonly #root: JsonValue;
  readonly #found: CheckState = { problems: [], count: 0 };
  #steps = 0;
  #isCut = false;

  constructor(schema: JsonValue) {
    this.#root = schema;
  }

  /** First problems as sentences that start with the path, such as `$.price`. */
  get problems(): readonly string[] {
    return this.#found.problems;
  }

  get count(): number {
    return this.#found.count;
  }

  run(value: JsonValue): void {
    this.#visit(value, this.#root, undefined, 0, this.#found);
    if (!this.#isCut) return;
    const text = l10n.t('The response is too large or too deeply nested to be checked completely.');
    this.#found.problems.push(text);
    this.#found.count++;
  }

  #visit(
    value: JsonValue,
    schema: JsonValue | undefined,
    place: Place | undefined,
    depth: number,
    found: CheckState,
  ): void {
    if (++this.#steps > MAX_STEPS || depth > MAX_DEPTH) {
      this.#isCut = true;
      return;
    }
    if (schema === false) this.#add(found, place, () => l10n.t('nothing is allowed here'));
    if (!isObject(schema)) return;
    if (value === null && schema.nullable === true) return;
    const target = this.#target(schema.$ref);
    if (target !== undefined) this.#visit(value, target, place, depth + 1, found);
    const kinds = kindsOf(schema);
    if (kinds.length > 0 && !kinds.some((kind) => kindOf(value, kind) === kind)) {
      const words = kinds.map((kind) => kindWord(kind)).join(l10n.t(' or '));
      const is = kindWord(kindOf(value));
      this.#add(found, place, () => l10n.t('expected {0}, found {1}', words, is));
      return;
    }
    this.#values(value, schema, place, found);
    for (const problem of boundProblems(value, schema)) {
      this.#add(found, place, () => problem);
    }
    if (Array.isArray(value)) this.#items(value, schema, place, depth, found);
    else if (isObject(value)) this.#fields(value, schema, place, depth, found);
    for (const part of list(schema.allOf)) this.#visit(value, part, place, depth + 1, found);
    for (const name of ['anyOf', 'oneOf']) {
      this.#alternatives(value, list(schema[name]), place, depth, found);
    }
  }

  #values(value: JsonValue, schema: JsonObject, place: Place | undefined, found: CheckState): void {
    const values = Array.isArray(schema.enum)
      ? list(schema.enum)
      : schema.const === undefined
        ? []
        : [schema.const];
    if (values.length === 0 || values.some((one) => isSameJson(one, value))) return;
    this.#add(found, place, () => {
      const [told, is] = [values.map(short).join(', ').slice(0, MAX_TEXT_LENGTH), short(value)];
      return values.length === 1
        ? l10n.t('expected {0}, found {1}', told, is)
        : l10n.t('expected one of {0}, found {1}', told, is);
    });
  }

  #items(
    value: readonly JsonValue[],
    schema: JsonObject,
    place: Place | undefined,
    depth: number,
    found: CheckState,
  ): void {
    const first = list(schema.prefixItems);
    for (const [key, item] of value.entries()) {
      const own = key < first.length ? first[key] : schema.items;
      if (own !== undefined) this.#visit(item, own, { parent: place, key }, depth + 1, found);
      if (this.#isCut) return;
    }
  }

  #fields(
    value: JsonObject,
    schema: JsonObject,
    place: Place | undefined,
    depth: number,
    found: CheckState,
  ): void {
    const properties = isObject(schema.properties) ? schema.properties : {};
    for (const key of list(schema.required)) {
      if (typeof key !== 'string' || Object.hasOwn(value, key)) continue;
      this.#add(found, { parent: place, key }, () => l10n.t('this field is missing'));
    }
    const isOpen = schema.patternProperties !== undefined;
    for (const [key, item] of Object.entries(value) as [string, JsonValue][]) {
      const own = { parent: place, key };
      if (Object.hasOwn(properties, key)) {
        this.#visit(item, properties[key], own, depth + 1, found);
      } else if (schema.additionalProperties === false) {
        if (!isOpen) this.#add(found, own, () => l10n.t('the schema doesn’t have this field'));
      } else if (!isOpen) this.#visit(item, schema.additionalProperties, own, depth + 1, found);
      if (this.#isCut) return;
    }
  }

  /**
   * Validates alternatives: one must match. If only one has the value's type, reports its problems.
   */
  #alternatives(
    value: JsonValue,
    schemas: readonly JsonValue[],
    place: Place | undefined,
    depth: number,
    found: CheckState,
  ): void {
    const ofKind: CheckState[] = [];
    for (const schema of schemas) {
      const own: CheckState = { problems: [], count: 0 };
      this.#visit(value, schema, place, depth + 1, own);
      if (own.count === 0) return;
      const target = isObject(schema) ? (this.#target(schema.$ref) ?? schema) : undefined;
      const kinds = isObject(target) ? kindsOf(target) : [];
      if (kinds.some((kind) => kindOf(value, kind) === kind)) ofKind.push(own);
    }
    const [only] = ofKind;
    if (schemas.length === 0) return;
    if (only && ofKind.length === 1) {
      found.problems.push(...only.problems.slice(0, MAX_KEPT - found.problems.length));
      found.count += only.count;
      return;
    }
    this.#add(found, place, () =>
      schemas.length === 1
        ? l10n.t('doesn’t match the allowed schema')
        : l10n.t('matches none of the {0} allowed schemas', schemas.length),
    );
  }

  #target(reference: JsonValue | undefined): JsonValue | undefined {
    if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
    let found: JsonValue | undefined = this.#root;
    for (const step of reference.split('/').slice(1)) {
      const key = decodePercent(step).replaceAll('~1', '/').replaceAll('~0', '~');
      found = isIndexed(found) && Object.hasOwn(found, key) ? found[key] : undefined;
    }
    return found;
  }

  #add(found: CheckState, place: Place | undefined, say: () => string): void {
    found.count++;
    if (found.problems.length >= MAX_KEPT) return;
    found.problems.push(l10n.t('{0}: {1}.', jsonPath(place), say()));
  }
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function isIndexed(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

function short(value: JsonValue): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

const WORDS = {
  object: () => l10n.t('an object'),
  array: () => l10n.t('a list'),
  string: () => l10n.t('a string'),
  number: () => l10n.t('a number'),
  integer: () => l10n.t('a whole number'),
  boolean: () => l10n.t('a Boolean'),
  null: () => l10n.t('null'),
};
type JsonKind = keyof typeof WORDS;

/** Returns the types that a schema allows; empty if unknown or any. */
function kindsOf({ type }: JsonObject): readonly JsonKind[] {
  return (Array.isArray(type) ? (type as readonly JsonValue[]) : [type])
    .map((name) => (typeof name === 'string' ? name.toLowerCase() : ''))
    .filter((name): name is JsonKind => Object.hasOwn(WORDS, name));
}

function kindOf(value: JsonValue, as?: JsonKind): JsonKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (as === 'integer' && Number.isInteger(value)) return 'integer';
  return typeof value as JsonKind;
}

function kindWord(kind: JsonKind): string {
  return WORDS[kind]();
}

interface Place {
  readonly parent: Place | undefined;
  readonly key: string | number;
}

const MAX_PATH_LENGTH = 200;

/** Returns a location as a path such as `$.items[0].price`; `$` for the root. */
function jsonPath(place: Place | undefined): string {
  const steps: string[] = [];
  for (let at = place; at; at = at.parent) steps.push(step(at.key));
  const path = `$${steps.reverse().join('')}`;
  return path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH - 1)}…` : path;
}

function step(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

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

function boundProblems(value: JsonValue, schema: JsonObject): readonly string[] {
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
function isSameJson(listed: JsonValue, value: JsonValue): boolean {
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
