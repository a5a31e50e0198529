import { isObject } from '../../base/json';
import { findMessage, findType, isEnum, isUnion } from './messages';
import { toCamelCase } from './scalars';
import type { FieldRow, JsonObject, JsonValue, MessageRow, UnionRow } from './row';

export interface Form {
  readonly type: string;
  readonly isList: boolean;
}

const known = new WeakMap<UnionRow, readonly Form[]>();

export function formsOf(row: UnionRow): readonly Form[] {
  const found = known.get(row);
  if (found) return found;
  const forms = row.oneOf.flatMap((member): readonly Form[] => {
    if (typeof member !== 'string') return [{ type: member.list, isList: true }];
    const inner = findType(member);
    return inner && isUnion(inner) ? formsOf(inner) : [{ type: member, isList: false }];
  });
  known.set(row, forms);
  return forms;
}

export function namedTypes({ oneOf }: UnionRow): readonly string[] {
  return oneOf.map((member) => (typeof member === 'string' ? member : member.list));
}

/** Returns the matching type of a union value. Undefined if none matches. */
export function formOf(row: UnionRow, json: JsonValue): Form | undefined {
  const forms = formsOf(row);
  if (Array.isArray(json)) {
    const lists = forms.filter(({ isList }) => isList);
    const [first] = json as readonly JsonValue[];
    if (first === undefined || lists.length < 2) return lists[0];
    return lists.find(({ type }) => accepts(type, first));
  }
  const single = forms.filter(({ isList }) => !isList);
  if (!isObject(json)) return single.find(({ type }) => accepts(type, json));
  if (row.has) {
    const [index, ...others] = row.has.flatMap((name, at) => (Object.hasOwn(json, name) ? at : []));
    return index === undefined || others.length > 0 ? undefined : single[index];
  }
  const named = single.find(({ type }) => {
    const words = wordsOf(type);
    return words.length > 0 && words.every(([name, word]) => json[name] === word);
  });
  return named ?? single.find(({ type }) => wordsOf(type).length === 0 && accepts(type, json));
}

function accepts(type: string, json: JsonValue): boolean {
  const row = findType(type);
  if (row && isUnion(row)) return formOf(row, json) !== undefined;
  if (row && isEnum(row)) {
    return typeof json === 'string' && (row.open === true || Object.hasOwn(row.values, json));
  }
  if (row) return isObject(json);
  if (type === 'json') return true;
  if (type === 'struct' || type === 'any') return isObject(json);
  if (type === 'bool') return typeof json === 'boolean';
  const isNumber = ['int32', 'float', 'double'].includes(type);
  return typeof json === (isNumber ? 'number' : 'string');
}

function wordsOf(type: string): readonly (readonly [name: string, word: string])[] {
  const fields = findMessage(type)?.fields ?? {};
  return Object.entries(fields).flatMap(([name, field]) =>
    field.const === undefined ? [] : [[name, field.const] as const],
  );
}

export function unionWords(row: UnionRow): readonly string[] {
  const { by } = row;
  if (by === undefined) return [];
  return formsOf(row).flatMap(({ type }) => findMessage(type)?.fields[by]?.const ?? []);
}

export function messageOf(
  type: string,
  json: JsonValue,
): { readonly type: string; readonly row: MessageRow } | undefined {
  const found = findType(type);
  if (!found || isEnum(found)) return undefined;
  if (!isUnion(found)) return { type, row: found };
  const form = formOf(found, json);
  const row = form && !form.isList ? findMessage(form.type) : undefined;
  return form && row && { type: form.type, row };
}

export interface NamedMessage {
  readonly type: string;
  readonly row: MessageRow;
}

/** Returns all messages that an object may be. Unlike `messageOf`, includes candidates for invalid values. */
export function possibleMessages(type: string, json: JsonObject): readonly NamedMessage[] {
  const found = findType(type);
  if (!found || isEnum(found)) return [];
  if (!isUnion(found)) return [{ type, row: found }];
  const all = formsOf(found).flatMap((form) => possibleMessages(form.type, json));
  const told = all.filter((one) => {
    const words = wordsOf(one.type);
    return words.length > 0 && words.every(([name, word]) => json[name] === word);
  });
  return told.length > 0 ? told : all;
}

export function fieldOf(
  { fields, case: spelling }: MessageRow,
  name: string,
): FieldRow | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  const camel = spelling === 'snake' ? name : toCamelCase(name);
  return Object.hasOwn(fields, camel) ? fields[camel] : undefined;
}

/**
 * Yields the messages directly inside a field's value, with relative paths such as `[0]` or, for maps, `[0].value`.
 */
export function* messagesIn(
  field: Pick<FieldRow, 'type' | 'map' | 'repeated'>,
  json: JsonValue,
): Iterable<readonly [step: string, type: string, value: JsonObject]> {
  if (field.map && isObject(json)) {
    for (const [index, item] of Object.values(json).entries()) {
      yield* within(field.type, item ?? null, `[${index}].value`);
    }
  } else if (field.repeated && Array.isArray(json)) {
    for (const [index, item] of (json as readonly JsonValue[]).entries()) {
      yield* within(field.type, item, `[${index}]`);
    }
  } else {
    yield* within(field.type, json, '');
  }
}

function* within(
  type: string,
  json: JsonValue,
  step: string,
): Iterable<readonly [step: string, type: string, value: JsonObject]> {
  if (isObject(json)) {
    const message = messageOf(type, json);
    if (message) yield [step, message.type, json];
    return;
  }
  const row = findType(type);
  if (!Array.isArray(json) || !row || !isUnion(row)) return;
  const form = formOf(row, json);
  if (!form) return;
  for (const [index, item] of (json as readonly JsonValue[]).entries()) {
    yield* within(form.type, item, `${step}[${index}]`);
  }
}
