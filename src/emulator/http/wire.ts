import { findType, isEnum } from '../../api/schema/messages';
import type { FieldRow, JsonObject, JsonValue, MessageRow } from '../../api/schema/row';
import { isObject } from '../../api/schema/scalars';
import { holdsIn, type Version } from '../../api/versions';

/**
 * A message as the service writes it: JSON names, default values left out, and nothing that its version
 * lacks.
 */
export function toWire(type: string, version: Version, value: JsonObject): JsonObject {
  const row = findType(type);
  if (!row || isEnum(row)) throw new TypeError(`${type} is not a message`);
  return Object.fromEntries(fields(row, version, value));
}

function fields(
  row: MessageRow,
  version: Version,
  value: JsonObject,
): readonly (readonly [string, JsonValue])[] {
  return Object.entries(value).flatMap(([name, json]) => {
    const field = Object.hasOwn(row.fields, name) ? row.fields[name] : undefined;
    if (!field || json === undefined || !holdsIn(field.versions, version)) return [];
    if (isDefault(field, json)) return [];
    return [[name, write(field, version, json)] as const];
  });
}

function write(field: FieldRow, version: Version, json: JsonValue): JsonValue {
  const row = findType(field.type);
  if (!row || isEnum(row)) return json;
  const one = (item: JsonValue): JsonValue =>
    isObject(item) ? toWire(field.type, version, item) : item;
  if (field.repeated && Array.isArray(json)) return (json as readonly JsonValue[]).map(one);
  if (field.map && isObject(json)) {
    return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, one(item ?? null)]));
  }
  return one(json);
}

function isDefault(field: FieldRow, json: JsonValue): boolean {
  if (Array.isArray(json)) return json.length === 0;
  if (field.presence || field.oneof !== undefined) return false;
  if (json === 0 || json === '' || json === false || json === null) return true;
  const row = findType(field.type);
  return row !== undefined && isEnum(row) && typeof json === 'string' && row.values[json] === 0;
}
