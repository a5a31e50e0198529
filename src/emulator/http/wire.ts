import { findMessage, findType, isEnum, isUnion, messages } from '../../api/schema/messages';
import { toCamelCase } from '../../api/schema/scalars';
import type { FieldRow, JsonObject, JsonValue } from '../../api/schema/row';
import { type Edition, isInEdition } from '../../api/versions';
import { isObject } from '../../base/json';
import { StatusError } from '../status';
import type { Route } from './routing';
import type { SendOptions } from './send';

/**
 * Serialization plan of a field. Computed once from the API schema, as streams have thousands of messages.
 */
interface FieldPlan {
  readonly isMap: boolean;
  /** Whether default values are written (explicit presence). */
  readonly keepsDefault: boolean;
  readonly zero: string | undefined;
  readonly inner: MessagePlan | undefined;
}

type MessagePlan = ReadonlyMap<string, FieldPlan>;

/** Plans by API version, computed on first use to keep startup fast. */
const plans = new Map<Edition, ReadonlyMap<string, MessagePlan>>();

/**
 * Converts a message to proto3 JSON: JSON names, without default values and without fields that the version
 * lacks.
 */
export function toWire(type: string, version: Edition, value: JsonObject): JsonObject {
  const row = findType(type);
  // The Interactions API writes default values.
  if (row && (isUnion(row) || findMessage(type)?.case === 'snake')) return value;
  const known = plans.get(version) ?? plansOf(version);
  plans.set(version, known);
  const plan = known.get(type);
  if (!plan) throw new TypeError(`${type} is not a message`);
  return written(plan, value);
}

function plansOf(version: Edition): ReadonlyMap<string, MessagePlan> {
  const all = new Map<string, Map<string, FieldPlan>>();
  for (const name of Object.keys(messages)) all.set(name, new Map());
  for (const [name, plan] of all) {
    const row = findMessage(name);
    if (!row) {
      all.delete(name);
      continue;
    }
    for (const [key, field] of Object.entries(row.fields)) {
      if (isInEdition(field.versions, version)) plan.set(key, planOf(field, all));
    }
  }
  return all;
}

function planOf(field: FieldRow, all: ReadonlyMap<string, MessagePlan>): FieldPlan {
  const row = findType(field.type);
  const zero = row && isEnum(row) && Object.entries(row.values).find(([, number]) => number === 0);
  return {
    isMap: field.map === true,
    keepsDefault: field.presence === true || field.oneof !== undefined,
    zero: zero ? zero[0] : undefined,
    inner: findMessage(field.type) ? all.get(field.type) : undefined,
  };
}

function written(plan: MessagePlan, value: JsonObject): JsonObject {
  // Copy only known names, so that no input becomes a key.
  const wire: { [name: string]: JsonValue } = {};
  for (const name of Object.keys(value)) {
    const field = plan.get(name);
    const json = value[name];
    if (!field || json === undefined || isDefault(field, json)) continue;
    wire[name] = field.inner ? messageIn(field, field.inner, json) : json;
  }
  return wire;
}

function messageIn(field: FieldPlan, plan: MessagePlan, json: JsonValue): JsonValue {
  const one = (item: JsonValue): JsonValue => (isObject(item) ? written(plan, item) : item);
  if (Array.isArray(json)) return (json as readonly JsonValue[]).map(one);
  if (!field.isMap || !isObject(json)) return one(json);
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, one(item ?? null)]));
}

function isDefault({ keepsDefault, zero }: FieldPlan, json: JsonValue): boolean {
  if (Array.isArray(json)) return json.length === 0;
  if (keepsDefault) return false;
  return json === 0 || json === '' || json === false || json === null || json === zero;
}

/** Fields to return. An empty tree selects everything below. */
interface FieldTree {
  readonly [name: string]: FieldTree;
}

const MAX_FIELDS_LENGTH = 4096;
const FIELDS_TOKEN = /[\w$.@-]+|[*/(),]/y;

/**
 * Parses `fields=`: comma-separated names, `a/b` or `a(b,c)` for subfields, `*` for all. Undefined
 * if everything is selected. Throws 400 if invalid or unknown.
 * @param message type of the response.
 */
export function readFields(
  text: string | null,
  message: string,
  version: Edition,
): FieldTree | undefined {
  if (text === null || text === '' || text === '*') return undefined;
  if (text.length > MAX_FIELDS_LENGTH) throw invalidFields(text.slice(0, 40));
  const tree = new FieldsReader(text).read();
  checkNames(tree, message, version);
  return tree;
}

export function selectFields(json: JsonObject, tree: FieldTree): JsonObject {
  const entries = Object.entries(json).flatMap(([name, value]) => {
    const below = Object.hasOwn(tree, name) ? tree[name] : tree['*'];
    return below && value !== undefined ? [[name, within(value, below)] as const] : [];
  });
  return Object.fromEntries(entries);
}

function within(value: JsonValue, tree: FieldTree): JsonValue {
  if (Object.keys(tree).length === 0) return value;
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item) => within(item, tree));
  }
  return isObject(value) ? selectFields(value, tree) : value;
}

class FieldsReader {
  readonly #text: string;
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    const tokens: string[] = [];
    let read = 0;
    FIELDS_TOKEN.lastIndex = 0;
    for (let found = FIELDS_TOKEN.exec(text); found; found = FIELDS_TOKEN.exec(text)) {
      tokens.push(found[0]);
      read = FIELDS_TOKEN.lastIndex;
    }
    if (read < text.length) throw invalidFields(text);
    this.#tokens = tokens;
  }

  read(): FieldTree {
    const tree = this.#list();
    if (this.#at < this.#tokens.length) throw invalidFields(this.#text);
    return tree;
  }

  #list(): FieldTree {
    const all = new Map<string, FieldTree>();
    do {
      const [name, tree] = this.#path();
      const before = all.get(name);
      all.set(name, before ? union(before, tree) : tree);
    } while (this.#take(','));
    return Object.fromEntries(all);
  }

  #path(): readonly [string, FieldTree] {
    const token = this.#tokens[this.#at] ?? '';
    if (!/^([\w$.@-]+|\*)$/.test(token)) throw invalidFields(this.#text);
    this.#at += 1;
    const name = token === '*' ? token : toCamelCase(token);
    if (this.#take('/')) {
      const [inner, tree] = this.#path();
      return [name, { [inner]: tree }];
    }
    if (!this.#take('(')) return [name, {}];
    const tree = this.#list();
    if (!this.#take(')')) throw invalidFields(this.#text);
    return [name, tree];
  }

  #take(sign: string): boolean {
    if (this.#tokens[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }
}

function union(a: FieldTree, b: FieldTree): FieldTree {
  if (Object.keys(a).length === 0 || Object.keys(b).length === 0) return {};
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    names.map((name) => {
      const [one, other] = [a, b].map((tree) =>
        Object.hasOwn(tree, name) ? tree[name] : undefined,
      );
      return [name, one && other ? union(one, other) : (one ?? other ?? {})];
    }),
  );
}

function checkNames(tree: FieldTree, message: string, version: Edition): void {
  const type = findMessage(message);
  // Free-form objects, such as function arguments, can have any name.
  if (!type) return;
  for (const [name, below] of Object.entries(tree)) {
    if (name === '*') continue;
    const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    if (!field || !isInEdition(field.versions, version)) throw invalidFields(name);
    if (!field.map) checkNames(below, field.type, version);
  }
}

/** Uses the error message of other Google APIs; the Gemini API's is unknown. */
function invalidFields(what: string): StatusError {
  return new StatusError(
    400,
    `Error expanding 'fields' parameter. Cannot find matching fields for path '${what}'.`,
  );
}

export function formOf(
  route: Route,
  query: URLSearchParams,
): Pick<SendOptions, 'errors' | 'form' | 'pretty' | 'toWire'> {
  const isSse = altOf(query) === 'sse';
  const { row, version } = route;
  return {
    form: row.stream === true ? (isSse ? 'sse' : 'array') : 'single',
    ...(row.case === 'snake' ? { errors: row.case } : {}),
    pretty: !['false', '0'].includes(query.get('prettyPrint') ?? query.get('$prettyPrint') ?? ''),
    toWire: (message) => {
      const json = toWire(row.response, version, message);
      const fields = readFields(fieldsIn(query), row.response, version);
      return fields ? selectFields(json, fields) : json;
    },
  };
}

export function altOf(query: URLSearchParams): string | null {
  return query.get('alt') ?? query.get('$alt');
}

export function fieldsIn(query: URLSearchParams): string | null {
  return query.get('fields') ?? query.get('$fields');
}
