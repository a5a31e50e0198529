import type { JsonObject, JsonValue } from '../api/schema/row';
import { ShapeError, type Shape } from './shape';

/** A JSON object of any fields, nested as deep as `depth`; rebuilt, so that nothing but JSON passes. */
export function jsonObject(depth = 64): Shape<JsonObject> {
  return {
    parse(value, path = '') {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new ShapeError(path, 'a JSON object');
      }
      return jsonValue(value, path, depth) as JsonObject;
    },
  };
}

function jsonValue(value: unknown, path: string, depth: number): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'object' || depth === 0) throw new ShapeError(path, 'JSON');
  if (Array.isArray(value)) {
    return Array.from(value, (item: unknown, at) => jsonValue(item, `${path}[${at}]`, depth - 1));
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => name !== '__proto__' && field !== undefined)
      .map(([name, field]) => [name, jsonValue(field, `${path}.${name}`, depth - 1)]),
  );
}
