import { findType, isEnum, isUnion } from '../api/schema/messages';
import type { FieldRow, JsonObject, JsonValue, MessageRow } from '../api/schema/row';
import { toCamelCase } from '../api/schema/scalars';
import { formOf } from '../api/schema/union';
import { isObject } from '../base/json';
import type { MatchRules } from './rules';

/** Fields with app-defined content, whose field names must stay unchanged. */
const FREE = new Set(['args', 'arguments', 'response', 'result', 'labels', 'input', 'output']);

const SIGNATURES = new Set(['thoughtSignature', 'signature']);
const CALL_IDS = new Set(['callId', 'toolCallId']);
/** Objects whose `id` is a function call ID. */
const CALLS = /^(?:function|tool)(?:Call|Response|Result)s?$|_(?:call|result)$/;

type SortedObject = { [name: string]: JsonValue };

/**
 * Normalizes request bodies across clients: field names, order, and default values, using the message tables if
 * possible.
 */
export class BodyForm {
  readonly #rules: MatchRules;
  readonly #text: (text: string) => string;
  readonly #names: ReadonlySet<string>;
  readonly #paths: readonly string[];
  readonly #calls = new Map<string, string>();

  constructor(rules: MatchRules, text: (text: string) => string) {
    this.#rules = rules;
    this.#text = text;
    const fields = rules.fields.map((field) => field.replace(/^\$\.?/, ''));
    this.#names = new Set(fields.filter((field) => !field.includes('.')).map(toCamelCase));
    this.#paths = fields.filter((field) => field.includes('.')).map(toCamelCase);
  }

  of(json: JsonValue, type: string | undefined): JsonValue {
    return this.#value(json, type, '', '') ?? null;
  }

  /** Undefined if the value is meaningless. */
  #value(
    value: JsonValue,
    type: string | undefined,
    key: string,
    path: string,
  ): JsonValue | undefined {
    if (value === null) return undefined;
    if (Array.isArray(value)) {
      const list = value as readonly JsonValue[];
      if (list.length === 0) return undefined;
      return list.map((item) => this.#value(item, type, key, path) ?? null);
    }
    if (isObject(value)) return this.#object(value, type, key, path);
    if (typeof value !== 'string') return value;
    return this.#text(value);
  }

  #object(value: JsonObject, type: string | undefined, key: string, path: string): JsonValue {
    const row = messageOf(type, value);
    const fields: SortedObject = {};
    const named = Object.entries(value).map(([name, item]) => [toCamelCase(name), item] as const);
    for (const [name, item] of named.toSorted(byName)) {
      if (item === undefined) continue;
      const at = path === '' ? name : `${path}.${name}`;
      if (this.#isLeftOut(name, at, item)) continue;
      const known = this.#known(name, item, key, value);
      const form = known ?? this.#field(row, name, item, at);
      if (form !== undefined) fields[name] = form;
    }
    return fields;
  }

  #isLeftOut(name: string, at: string, item: JsonValue): boolean {
    const { ignored } = this.#rules;
    if (this.#names.has(name) || this.#paths.includes(at)) return true;
    if (ignored.has('signatures') && SIGNATURES.has(name) && typeof item === 'string') return true;
    // The first turn's role defaults to user.
    return ignored.has('defaults') && name === 'role' && item === 'user';
  }

  #known(name: string, item: JsonValue, key: string, within: JsonObject): JsonValue | undefined {
    if (typeof item !== 'string') return undefined;
    // Adds the collection, as in other resource names.
    if (name === 'previousInteractionId') return `interactions/${item}`;
    // Resumption handles differ between sessions.
    if (name === 'handle' && this.#rules.ignored.has('names')) return '{{handle}}';
    if (!this.#rules.ignored.has('callIds')) return undefined;
    const { type } = within;
    const isCall =
      CALL_IDS.has(name) ||
      (name === 'id' && (CALLS.test(key) || key === 'toolCalls' || isCallType(type)));
    if (!isCall) return undefined;
    const number = this.#calls.get(item) ?? `call-${this.#calls.size + 1}`;
    this.#calls.set(item, number);
    return number;
  }

  #field(
    row: MessageRow | undefined,
    name: string,
    item: JsonValue,
    at: string,
  ): JsonValue | undefined {
    const field = row && fieldOf(row, name);
    const isFree = field ? isFreeField(field) : FREE.has(name);
    if (isFree) return this.#own(item);
    const plain = field ? scalarOf(field, item) : item;
    if (
      row &&
      field &&
      this.#rules.ignored.has('defaults') &&
      isEmptyOrDefault(row, field, plain)
    ) {
      return undefined;
    }
    return this.#value(plain, field?.type, name, at);
  }

  #own(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) {
      return (value as readonly JsonValue[]).map((item) => this.#own(item));
    }
    if (!isObject(value)) return value;
    const fields: SortedObject = {};
    for (const [name, item] of Object.entries(value).toSorted(byName)) {
      if (item !== undefined) fields[name] = this.#own(item);
    }
    return fields;
  }
}

const isCallType = (type: JsonValue | undefined): boolean =>
  typeof type === 'string' && CALLS.test(type);

export function byName(one: readonly [string, unknown], other: readonly [string, unknown]): number {
  return one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0;
}

function messageOf(type: string | undefined, value: JsonObject): MessageRow | undefined {
  const row = type === undefined ? undefined : findType(type);
  if (!row || isEnum(row)) return undefined;
  if (!isUnion(row)) return row;
  const form = formOf(row, value);
  return form && !form.isList ? messageOf(form.type, value) : undefined;
}

function fieldOf(row: MessageRow, name: string): FieldRow | undefined {
  if (row.case !== 'snake') return Object.hasOwn(row.fields, name) ? row.fields[name] : undefined;
  const found = Object.entries(row.fields).find(([key]) => toCamelCase(key) === name);
  return found?.[1];
}

function isFreeField({ type, map }: FieldRow): boolean {
  return map === true || type === 'struct' || type === 'json' || type === 'any';
}

/** Normalizes a scalar as the API does: int64 as string, enums by name, standard base64. */
function scalarOf({ type }: FieldRow, item: JsonValue): JsonValue {
  if (type === 'int64' && typeof item === 'number') return String(item);
  if (type === 'bytes' && typeof item === 'string') {
    return item.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  }
  const row = typeof item === 'number' ? findType(type) : undefined;
  if (!row || !isEnum(row)) return item;
  return Object.entries(row.values).find(([, number]) => number === item)?.[0] ?? item;
}

/** Whether a field has its default value or is output-only. */
function isEmptyOrDefault(row: MessageRow, field: FieldRow, item: JsonValue): boolean {
  if (field.outputOnly) return true;
  // Newer APIs have nonzero defaults.
  if (row.case === 'snake') return false;
  if (isObject(item)) return Object.keys(item).length === 0 && field.type.endsWith('Config');
  if (field.presence || field.oneof !== undefined) return false;
  if (item === false || item === 0 || item === '' || item === '0') return true;
  const type = typeof item === 'string' ? findType(field.type) : undefined;
  return type !== undefined && isEnum(type) && typeof item === 'string' && type.values[item] === 0;
}
