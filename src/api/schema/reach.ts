import { isObject } from '../../base/json';
import { findType, isUnion } from './messages';
import type { FieldRow, JsonObject, JsonValue, MessageRow, Reaches } from './row';
import { redactQueryValues } from './secrets';
import { fieldOf, formsOf, possibleMessages } from './union';

export type JsonPath = readonly (string | number)[];

/** External access of a request: a tool, host, environment variable, or unknown field. */
export interface Reach {
  readonly path: JsonPath;
  readonly how: Reaches | 'unknown';
  /** Message name, else field name; empty if unknown. */
  readonly what: string;
  readonly name: string;
  /** URLs, hosts, and buckets, without secrets. */
  readonly addresses: readonly string[];
  readonly credentials: readonly string[];
  readonly secrets: readonly string[];
  readonly value: JsonValue;
}

interface OpenReach extends Reach {
  readonly addresses: string[];
  readonly credentials: string[];
  readonly secrets: string[];
}

/**
 * Returns every external access in a value, one per message or field item. Also reads invalid values, because the
 * source may be untrusted.
 */
export function findReaches(type: string, value: JsonValue): readonly Reach[] {
  const found: OpenReach[] = [];
  visit(type, value, [], undefined, found);
  return found;
}

function visit(
  type: string,
  value: JsonValue,
  path: JsonPath,
  within: OpenReach | undefined,
  found: OpenReach[],
): void {
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly JsonValue[]).entries()) {
      visit(type, item, [...path, index], within, found);
    }
    return;
  }
  if (!isObject(value)) return;
  const forms = possibleMessages(type, value);
  const [first, ...others] = forms;
  if (!first || (others.length > 0 && acceptsAnyObject(type))) return;
  const rows = forms.map(({ row }) => row);
  const own = within ?? reachOfMessage(type, first.type, rows, value, path);
  if (own && !within) found.push(own);
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined || inner === null) continue;
    const field = fieldOfAny(rows, name);
    if (field) visitField(field, name, inner, [...path, name], own, found);
    else if (!own && canReach(type))
      found.push(openReach('unknown', '', inner, [...path, name], name));
  }
}

/** Whether a union accepts arbitrary objects, such as schemas. */
function acceptsAnyObject(type: string): boolean {
  const row = findType(type);
  return row !== undefined && isUnion(row) && formsOf(row).some((form) => form.type === 'struct');
}

const reaching = new Map<string, boolean>();

/** Whether a type or nested type has external access; if so, its unknown fields count too. */
function canReach(type: string): boolean {
  const known = reaching.get(type);
  if (known !== undefined) return known;
  reaching.set(type, false);
  const row = findType(type);
  let can = false;
  if (row && isUnion(row)) can = formsOf(row).some((form) => canReach(form.type));
  else if (row && 'fields' in row) {
    const fields = Object.values<FieldRow>(row.fields);
    can =
      row.reaches !== undefined || fields.some((field) => field.reaches ?? canReach(field.type));
  }
  reaching.set(type, can);
  return can;
}

function reachOfMessage(
  type: string,
  message: string,
  rows: readonly MessageRow[],
  value: JsonObject,
  path: JsonPath,
): OpenReach | undefined {
  const [row, ...others] = rows;
  const key = nameIn(path);
  const union = findType(type);
  const by = union && isUnion(union) ? union.by : undefined;
  const word = by === undefined ? undefined : value[by];
  const kind = typeof word === 'string' ? word : key;
  if (by !== undefined && others.length > 0 && canReach(type))
    return openReach('unknown', '', value, path, kind);
  if (row?.reaches === undefined) return undefined;
  return openReach(row.reaches, message, value, path, kind);
}

function visitField(
  field: FieldRow,
  name: string,
  value: JsonValue,
  path: JsonPath,
  within: OpenReach | undefined,
  found: OpenReach[],
): void {
  const { reaches: how, type } = field;
  if (within) {
    if (how) add(within, field, name, value);
    visit(type, value, path, within, found);
    return;
  }
  const items = itemsOf(field, value);
  if (!items) {
    if (how && isSet(value)) {
      const own = openReach(
        how,
        name,
        value,
        path,
        field.secret ? name : displayName(value) || name,
      );
      add(own, field, name, value);
      found.push(own);
    }
    visit(type, value, path, undefined, found);
    return;
  }
  for (const [key, item] of items) {
    const at = [...path, key];
    const own = how && isSet(item) ? openReach(how, name, item, at, nameIn(at)) : undefined;
    if (own) {
      if (typeof item === 'string') add(own, field, String(key), item);
      found.push(own);
    }
    visit(type, item, at, own, found);
  }
}

function openReach(
  how: Reach['how'],
  what: string,
  value: JsonValue,
  path: JsonPath,
  fallback: string,
): OpenReach {
  const own = isObject(value) && typeof value.name === 'string' ? value.name : '';
  const name = own === '' ? fallback : own;
  return { path, how, what, name, addresses: [], credentials: [], secrets: [], value };
}

function add(reach: OpenReach, field: FieldRow, name: string, value: JsonValue): void {
  const texts = textsIn(value);
  if (field.reaches === 'address') {
    reach.addresses.push(...texts.map((text) => redactQueryValues(text, '…')));
  } else if (field.reaches === 'credential') {
    if (!field.secret) reach.credentials.push(...texts);
    else if (isObject(value)) reach.secrets.push(...Object.keys(value));
    else if (Array.isArray(value)) {
      const items = (value as readonly JsonValue[]).filter(isObject);
      reach.secrets.push(...items.flatMap((item) => Object.keys(item)));
    } else reach.secrets.push(name);
  }
}

function itemsOf(
  { map }: FieldRow,
  value: JsonValue,
): readonly (readonly [string | number, JsonValue])[] | undefined {
  if (Array.isArray(value)) return [...(value as readonly JsonValue[]).entries()];
  if (!map || !isObject(value)) return undefined;
  return Object.entries(value).flatMap(([key, item]) =>
    item === undefined || item === null ? [] : [[key, item] as const],
  );
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly JsonValue[]).flatMap(textsIn) : [];
}

function isSet(value: JsonValue): boolean {
  return value !== null && value !== false && value !== '';
}

function displayName(value: JsonValue): string {
  if (typeof value === 'string') return value;
  const id = isObject(value) ? value.environment_id : undefined;
  return typeof id === 'string' ? id : '';
}

function nameIn(path: JsonPath): string {
  return path.findLast((step) => typeof step === 'string') ?? '';
}

function fieldOfAny(rows: readonly MessageRow[], name: string): FieldRow | undefined {
  for (const row of rows) {
    const field = fieldOf(row, name);
    if (field) return field;
  }
  return undefined;
}

/** Removes paths and containers that become empty. Undefined if nothing remains. */
export function omitPaths(value: JsonValue, paths: readonly JsonPath[]): JsonValue | undefined {
  if (paths.some((path) => path.length === 0)) return undefined;
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value as { readonly [key: string]: JsonValue }).flatMap(
    ([key, item]) => {
      const inner = paths.flatMap(([step, ...rest]) => (String(step) === key ? [rest] : []));
      const rest = omitPaths(item, inner) ?? emptyValue(key, inner);
      return rest === undefined ? [] : [[key, rest] as const];
    },
  );
  if (kept.length === 0) return undefined;
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

/**
 * Without an allowlist, a sandbox may reach every host, so an emptied list must stay empty instead of being removed.
 */
function emptyValue(key: string, paths: readonly JsonPath[]): JsonValue | undefined {
  return key === 'allowlist' && paths.every((path) => path.length > 0) ? 'disabled' : undefined;
}
