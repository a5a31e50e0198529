import { isObject } from '../../base/json';
import { decodePercent } from '../../base/encoding';
import type { JsonObject, JsonValue } from './row';

// Schema rules of the live API beyond field names and types. Shared with webviews, so this file must not import the
// tables.

export interface SchemaProblem {
  readonly path: string;
  readonly message: string;
}

/** Maximum number of problems, because a schema can hold millions of fields. */
const MAX_PROBLEMS = 100;
/** Deeper schemas are rejected as too deeply nested. */
const MAX_DEPTH = 100;

const STRING_FORMATS = ['', 'enum', 'date-time'];

/**
 * Returns problems of a `Schema` (`parameters`, `responseSchema`). Type names are case-insensitive. Paths look like
 * `properties[city].items`.
 * @param refusesEmptyObjects whether objects need properties, as in 2025
 */
export function schemaProblems(
  schema: JsonValue,
  refusesEmptyObjects = false,
): readonly SchemaProblem[] {
  const found: SchemaProblem[] = [];
  visitSchema(schema, '', refusesEmptyObjects, found, 0);
  return found.slice(0, MAX_PROBLEMS);
}

function visitSchema(
  schema: JsonValue | undefined,
  path: string,
  refusesEmptyObjects: boolean,
  found: SchemaProblem[],
  depth: number,
): void {
  if (!isObject(schema) || depth > MAX_DEPTH || found.length >= MAX_PROBLEMS) return;
  const add = (name: string, message: string): void => {
    found.push({ path: joined(path, name), message });
  };
  const unknown = Object.keys(schema).find((name) => name.startsWith('$'));
  if (unknown !== undefined) {
    found.push({ path, message: `Unknown name "${unknown}": Cannot find field.` });
  }
  const type = typeOf(schema);
  const { items } = schema;
  const anyOf = listOf(schema.anyOf);
  if (type === '' && anyOf.length === 0) {
    add('type', 'must be specified when not using one_of, any_of or all_of fields');
  }
  if (type === 'STRING' && !STRING_FORMATS.includes(textOf(schema.format))) {
    add('format', "only 'enum' and 'date-time' are supported for STRING type");
  }
  visitEnum(schema, type, add);
  if (type === 'ARRAY' && items === undefined) add('items', 'missing field.');
  if (type !== 'ARRAY' && items !== undefined) {
    add('items', 'field predicate failed: $type == Type.ARRAY');
  }
  visitFields(schema, type, refusesEmptyObjects, add);
  const visit = (inner: JsonValue | undefined, name: string): void =>
    visitSchema(inner, joined(path, name), refusesEmptyObjects, found, depth + 1);
  visit(items, 'items');
  for (const [name, inner] of entriesOf(schema.properties)) visit(inner, `properties[${name}]`);
  for (const [index, inner] of anyOf.entries()) visit(inner, `any_of[${index}]`);
}

type Add = (name: string, message: string) => void;

function visitEnum(schema: JsonObject, type: string, add: Add): void {
  const values = listOf(schema.enum);
  if (values.length > 0 && type !== 'STRING') add('enum', 'only allowed for STRING type');
  if (values.length === 0 && type === 'STRING' && schema.format === 'enum') {
    add('enum', 'should be non-empty for STRING type with enum format');
  }
  for (const [index, value] of values.entries()) {
    if (value === '') add(`enum[${index}]`, 'cannot be empty');
  }
}

function visitFields(
  { properties, required }: JsonObject,
  type: string,
  refusesEmptyObjects: boolean,
  add: Add,
): void {
  const names = new Set(entriesOf(properties).map(([name]) => name));
  const wanted = listOf(required);
  if (type !== 'OBJECT') {
    if (names.size > 0) add('properties', 'only allowed for OBJECT type');
    if (wanted.length > 0) add('required', 'only allowed for OBJECT type');
    return;
  }
  if (refusesEmptyObjects && names.size === 0) {
    add('properties', 'should be non-empty for OBJECT type');
  }
  for (const [index, name] of wanted.entries()) {
    if (typeof name !== 'string' || !names.has(name)) {
      add(`required[${index}]`, 'property is not defined');
    }
  }
}

function typeOf({ type }: JsonObject): string {
  const name = textOf(type).toUpperCase();
  return name === 'TYPE_UNSPECIFIED' ? '' : name;
}

/**
 * Returns problems of a JSON Schema (`parametersJsonSchema`, `responseJsonSchema`): only invalid references. Paths
 * look like `properties.city.anyOf.1`.
 */
export function jsonSchemaProblems(schema: JsonValue): readonly SchemaProblem[] {
  return new References(schema).problems();
}

/** Keywords with nested schemas; the API ignores others. */
const MAPS = ['$defs', 'properties'];
const SINGLES = ['items', 'additionalProperties'];
const LISTS = ['prefixItems', 'anyOf', 'oneOf'];

interface Place {
  readonly schema: JsonObject;
  readonly path: string;
}

class References {
  readonly #root: JsonValue;
  readonly #found: SchemaProblem[] = [];
  readonly #named = new Map<string, JsonObject>();
  readonly #places = new Map<JsonObject, Place>();

  constructor(root: JsonValue) {
    this.#root = root;
    if (isObject(root)) this.#collect({ schema: root, path: '' }, 0);
  }

  problems(): readonly SchemaProblem[] {
    for (const place of this.#places.values()) this.#checkReference(place);
    if (this.#found.length === 0) this.#findLoop();
    return this.#found.slice(0, MAX_PROBLEMS);
  }

  #collect(place: Place, depth: number): void {
    if (depth > MAX_DEPTH) return;
    this.#places.set(place.schema, place);
    const { $id: id, $anchor: anchor } = place.schema;
    if (typeof id === 'string') this.#named.set(id, place.schema);
    if (typeof anchor === 'string') this.#named.set(`#${anchor}`, place.schema);
    for (const inner of innerPlaces(place)) this.#collect(inner, depth + 1);
  }

  #checkReference({ schema, path }: Place): void {
    const { $ref: reference } = schema;
    if (reference === undefined) return;
    if (!this.#target(reference)) {
      const at = path === '' ? 'top-level' : path;
      this.#found.push({ path, message: `reference to undefined schema at ${at}` });
    }
    const others = Object.keys(schema).filter(
      (name) => !name.startsWith('$') && name !== 'description' && name !== 'default',
    );
    if (others.length === 0) return;
    const name = textOf(reference).split('/').at(-1) ?? '';
    const message =
      `$ref '${name}' was set alongside unsupported fields. If a schema node has $ref set, then only ` +
      'description and default can be set alongside it; other fields they would be replaced by the ' +
      'expanded reference.';
    this.#found.push({ path, message });
  }

  #target(reference: JsonValue): JsonObject | undefined {
    if (typeof reference !== 'string') return undefined;
    const named = this.#named.get(reference);
    if (named) return named;
    if (!reference.startsWith('#')) return undefined;
    const steps = reference.slice(1).split('/').map(decoded);
    if (steps[0] !== '') return undefined;
    let at: JsonValue | undefined = this.#root;
    for (let index = 1; index < steps.length; index += 1) {
      const keyword = steps[index] ?? '';
      at = ownValue(at, keyword);
      if (MAPS.includes(keyword) || LISTS.includes(keyword)) {
        index += 1;
        at = ownValue(at, steps[index] ?? '');
      } else if (!SINGLES.includes(keyword)) return undefined;
    }
    return isObject(at) ? at : undefined;
  }

  /** Finds a schema with infinite recursion: each value must contain another one. */
  #findLoop(): void {
    const done = new Set<JsonObject>();
    const open = new Set<JsonObject>();
    const visit = (place: Place): boolean => {
      const { schema, path } = place;
      if (done.has(schema)) return false;
      open.add(schema);
      const target = schema.$ref === undefined ? undefined : this.#target(schema.$ref);
      if (target && open.has(target)) {
        const message =
          'ref loops are only supported if they include optional or nullable property values, or a ' +
          `potentially-zero-length array items: a ref loop of required fields was found at ${path}`;
        this.#found.push({ path, message });
        return true;
      }
      const next = target && this.#places.get(target);
      const isLoop = next ? visit(next) : needed(place).some(visit);
      open.delete(schema);
      done.add(schema);
      return isLoop;
    };
    for (const place of this.#places.values()) if (visit(place)) return;
  }
}

function innerPlaces({ schema, path }: Place): readonly Place[] {
  const at = (steps: string, inner: JsonValue | undefined): readonly Place[] =>
    isObject(inner) ? [{ schema: inner, path: joined(path, steps) }] : [];
  return [
    ...MAPS.flatMap((keyword) =>
      entriesOf(schema[keyword]).flatMap(([name, inner]) => at(`${keyword}.${name}`, inner)),
    ),
    ...SINGLES.flatMap((keyword) => at(keyword, schema[keyword])),
    ...LISTS.flatMap((keyword) =>
      listOf(schema[keyword]).flatMap((inner, index) => at(`${keyword}.${index}`, inner)),
    ),
  ];
}

function needed(place: Place): readonly Place[] {
  const { schema } = place;
  const wanted = new Set(
    listOf(schema.required).map((name) => joined(place.path, `properties.${textOf(name)}`)),
  );
  const isFilled = typeof schema.minItems === 'number' && schema.minItems > 0;
  return innerPlaces(place).filter(({ path }) => {
    const step = path.slice(place.path === '' ? 0 : place.path.length + 1);
    if (step.startsWith('properties.')) return wanted.has(path);
    if (step === 'items') return isFilled;
    return step.startsWith('anyOf.') || step.startsWith('oneOf.');
  });
}

function decoded(step: string): string {
  return decodePercent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}

function ownValue(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as JsonObject)[key];
}

function joined(path: string, step: string): string {
  return path === '' ? step : `${path}.${step}`;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return isObject(value) ? (Object.entries(value) as (readonly [string, JsonValue])[]) : [];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
