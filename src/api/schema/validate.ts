import { isObject } from '../../base/json';
import { type Edition, isInEdition } from '../versions';
import type { Message } from './infer';
import { findType, isEnum, isUnion, typeName, type MessageName } from './messages';
import { scalarReader, shown, toCamelCase, toSnakeCase } from './scalars';
import { requiredProblems } from './required';
import { formOf, unionWords } from './union';
import {
  fieldIn,
  type EnumRow,
  type FieldRow,
  type JsonObject,
  type JsonValue,
  type MessageRow,
  type UnionRow,
} from './row';

export interface Violation {
  /** snake_case path, such as `contents[0].parts[1]`; empty for the root. */
  readonly field: string;
  readonly description: string;
  readonly isUnknown?: true;
}

export interface Parsed<N extends MessageName> {
  /** Normalized request: JSON names, enum names, and 64-bit numbers as strings, without rejected values. */
  readonly value: Message<N>;
  /** First 100 parsing errors of the API's JSON front end; empty if the request is readable. */
  readonly violations: readonly Violation[];
  /**
   * Validation errors after parsing: missing required fields and oneofs, as bullets such as `*
   * GenerateContentRequest.contents: contents is not specified`.
   */
  readonly problems: readonly string[];
}

/** Maximum nesting of messages in the API, which also bounds our recursion. */
const MAX_DEPTH = 100;
/** Maximum number of errors, because a request can hold millions of fields. */
const MAX_VIOLATIONS = 100;

/**
 * Parses a request as leniently as the API: JSON and proto names, enums by name or number, numeric strings, single
 * values for lists. Never throws.
 * @param isPartial whether the body is a PATCH with a mask
 * @param onUnknown receives unknown fields, which are then dropped instead of rejected
 */
export function parseRequest<N extends MessageName>(
  name: N,
  version: Edition,
  json: JsonValue,
  isPartial = false,
  onUnknown?: (problem: string) => void,
): Parsed<N> {
  const reader = new Reader(version, onUnknown);
  const value = reader.root(name, json) ?? {};
  const { violations } = reader;
  const problems = violations.length > 0 ? [] : requiredProblems(name, version, value, isPartial);
  return { value: value as Message<N>, violations, problems };
}

class Reader {
  readonly violations: Violation[] = [];
  readonly #version: Edition;
  readonly #onUnknown: ((problem: string) => void) | undefined;

  constructor(version: Edition, onUnknown: ((problem: string) => void) | undefined) {
    this.#version = version;
    this.#onUnknown = onUnknown;
  }

  root(type: string, json: JsonValue): JsonObject | undefined {
    const row = findType(type);
    if (!row || !isUnion(row)) return this.message(type, json, '', 0);
    const form = formOf(row, json);
    if (form) return this.message(form.type, json, '', 0);
    this.#invalid('', '', `exactly one of ${(row.has ?? []).join(', ')} must be set`, true);
    return undefined;
  }

  /** Parses a message. Undefined if the JSON isn't an object. `path` is empty for the root. */
  message(type: string, json: JsonValue, path: string, depth: number): JsonObject | undefined {
    const row = findType(type);
    if (!row || !('fields' in row)) throw new TypeError(`${type} is not a message`);
    const isSnake = row.case === 'snake';
    if (!isObject(json)) {
      if (path === '') this.#unknown('', '', 'Root element must be a message.');
      else this.#invalid(path, this.#url(type), shown(json), isSnake);
      return undefined;
    }
    // `Object.fromEntries`, so that keys such as `__proto__` stay data.
    const entries = new Map<string, JsonValue>();
    const oneofs = new Set<string>();
    for (const [key, value] of Object.entries(json)) {
      if (this.#isFull) break;
      if (value === null || value === undefined) continue;
      const name = fieldName(row, key);
      const field = name === undefined ? undefined : row.fields[name];
      if (name === undefined || !field || !isInEdition(field.versions, this.#version)) {
        if (row.open) entries.set(key, value);
        else this.#unknown(key, path, 'Cannot find field.', isSnake);
        continue;
      }
      if (field.const !== undefined && value !== field.const) {
        this.#invalid(joined(path, name), '', `must be ${field.const}`, true);
        continue;
      }
      const alone = field.presence ? `_${toSnakeCase(name)}` : undefined;
      const oneof = fieldIn(field, this.#version).oneof ?? alone;
      if (oneof !== undefined && oneofs.has(oneof)) {
        const problem = `oneof field '${oneof}' is already set. Cannot set '${key}'`;
        this.#invalid(path, 'oneof', problem);
        continue;
      }
      if (oneof !== undefined) oneofs.add(oneof);
      const read = this.#field(key, name, field, value, path, depth, isSnake);
      if (read !== undefined && !field.outputOnly) entries.set(name, read);
    }
    return Object.fromEntries(entries);
  }

  #field(
    key: string,
    name: string,
    field: FieldRow,
    json: JsonValue,
    parent: string,
    depth: number,
    isSnake: boolean,
  ): JsonValue | undefined {
    const snake = toSnakeCase(name);
    const path = joined(parent, snake);
    if (depth >= MAX_DEPTH || tooDeep(field, json, MAX_DEPTH - depth)) {
      const problem = `Message too deep. Max recursion depth reached for key '${key}'`;
      this.violations.push({ field: parent, description: problem });
      return undefined;
    }
    if (field.map) {
      if (!isObject(json)) {
        this.#invalid(path, 'Map', `Cannot bind ${shown(json)} to a map`, isSnake);
        return undefined;
      }
      const read = Object.entries(json).map(([inner, value], index) => [
        inner,
        this.#value(field, snake, value ?? null, `${path}[${index}].value`, depth),
      ]);
      return Object.fromEntries(read) as JsonObject;
    }
    const isList = Array.isArray(json);
    const type = findType(field.type);
    if (field.repeated) {
      if (isSnake && !isList) {
        this.#invalid(path, '', `expected a list, got ${shown(json)}`, true);
        return undefined;
      }
      if (!isList) return compact([this.#value(field, snake, json, path, depth)]);
      return this.#items(field, snake, json as readonly JsonValue[], path, depth);
    }
    if (type && isUnion(type)) return this.#union(type, json, path, depth);
    if (isList && field.type !== 'json') {
      this.#unknown(key, parent, 'Proto field is not repeating, cannot start list.');
      return undefined;
    }
    if (isObject(json) && !takesObject(field.type)) {
      this.#invalid(parent, snake, 'Starting an object on a scalar field', isSnake);
      return undefined;
    }
    return this.#value(field, snake, json, path, depth);
  }

  #value(
    field: Pick<FieldRow, 'type'>,
    snake: string,
    json: JsonValue,
    path: string,
    depth: number,
  ): JsonValue | undefined {
    const type = findType(field.type);
    if (type && isUnion(type)) return this.#union(type, json, path, depth);
    const scalar = scalarReader(field.type);
    if (scalar) {
      const read = scalar.read(json);
      if (read === undefined) {
        this.#invalid(path, scalar.type, scalar.explain?.(json, snake) ?? shown(json));
      }
      return read;
    }
    if (type && isEnum(type)) {
      const read = readEnum(type, json, this.#version);
      if (read === undefined) this.#invalid(path, this.#url(field.type), shown(json));
      return read;
    }
    return this.message(field.type, json, path, depth + 1);
  }

  #items(
    field: Pick<FieldRow, 'type'>,
    snake: string,
    json: readonly JsonValue[],
    path: string,
    depth: number,
  ): readonly JsonValue[] {
    const read: (JsonValue | undefined)[] = [];
    for (const [index, item] of json.entries()) {
      if (this.#isFull) break;
      read.push(this.#value(field, snake, item, `${path}[${index}]`, depth));
    }
    return compact(read);
  }

  #union(row: UnionRow, json: JsonValue, path: string, depth: number): JsonValue | undefined {
    const form = formOf(row, json);
    if (form?.isList) {
      return this.#items(form, '', json as readonly JsonValue[], path, depth + 1);
    }
    if (form) return this.#value(form, '', json, path, depth + 1);
    const words = unionWords(row);
    const { by } = row;
    const found = by !== undefined && isObject(json) ? json[by] : undefined;
    const isNamed = by !== undefined && isObject(json) && words.length > 0;
    const problem = isNamed
      ? `${shown(found ?? null)} is not one of ${words.join(', ')}`
      : `unexpected ${shown(json)}`;
    this.#invalid(isNamed ? joined(path, by) : path, '', problem, true);
    return undefined;
  }

  get #isFull(): boolean {
    return this.violations.length >= MAX_VIOLATIONS;
  }

  #url(type: string): string {
    return `type.googleapis.com/${typeName(type, this.#version)}`;
  }

  #unknown(name: string, path: string, problem: string, isSnake = false): void {
    const at = path === '' ? '' : ` at '${path}'`;
    if (this.#onUnknown && name !== '') {
      this.#onUnknown(`"${name}"${at}`);
      return;
    }
    if (isSnake) {
      const description = `Unknown parameter '${name}'${at}.`;
      this.violations.push({ field: path, description, isUnknown: true });
      return;
    }
    const description = `Invalid JSON payload received. Unknown name "${name}"${at}: ${problem}`;
    this.violations.push({ field: path, description });
  }

  #invalid(path: string, type: string, problem: string, isSnake = false): void {
    const at = path === '' ? '' : ` at '${path}'`;
    if (isSnake) {
      this.violations.push({ field: path, description: `Invalid value${at}: ${problem}.` });
      return;
    }
    this.violations.push({ field: path, description: `Invalid value${at} (${type}), ${problem}` });
  }
}

function fieldName(row: MessageRow, key: string): string | undefined {
  if (Object.hasOwn(row.fields, key)) return key;
  if (row.case === 'snake') return undefined;
  const name = toCamelCase(key);
  return Object.hasOwn(row.fields, name) && toSnakeCase(name) === key ? name : undefined;
}

/**
 * Parses an enum in any spelling, such as `block-none`. Unknown numbers are preserved as strings, because enums are
 * open.
 */
function readEnum(row: EnumRow, json: JsonValue, version: Edition): string | undefined {
  const known = Object.keys(row.values).filter((name) => isInEdition(row.only?.[name], version));
  if (typeof json === 'string') {
    if (known.includes(json)) return json;
    const folded = json.toUpperCase().replaceAll('-', '_');
    return known.find((name) => name === folded) ?? (row.open ? json : undefined);
  }
  if (typeof json !== 'number' || !Number.isInteger(json)) return undefined;
  return known.find((name) => row.values[name] === json) ?? String(json);
}

function takesObject(type: string): boolean {
  if (type === 'json' || type === 'struct' || type === 'any') return true;
  const row = findType(type);
  return row !== undefined && !isEnum(row);
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function tooDeep(field: FieldRow, json: JsonValue, limit: number): boolean {
  if (!['json', 'struct', 'any'].includes(field.type)) return false;
  let level: JsonValue[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level
      .filter((value) => typeof value === 'object' && value !== null)
      .flatMap((value) => Object.values(value as JsonObject) as JsonValue[]);
  }
  return false;
}

function compact(values: readonly (JsonValue | undefined)[]): readonly JsonValue[] {
  return values.filter((value) => value !== undefined);
}
