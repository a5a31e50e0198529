import { isObject } from '../../base/json';
import type { JsonObject, JsonValue } from './row';
import { toCamelCase } from './scalars';

/** Fields whose keys are user-defined or schema keywords. */
const FREE = new Set([
  'args',
  'response',
  'labels',
  'parameters',
  'parametersJsonSchema',
  'responseSchema',
  'responseJsonSchema',
  'responseFormat',
]);

/** Converts field names to camelCase, because the API accepts both cases. */
export function camelCased(message: JsonObject): JsonObject {
  const walk = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map(walk);
    return isObject(value) ? camelCased(value) : value;
  };
  return Object.fromEntries(
    Object.entries(message).flatMap(([name, value]) => {
      const known = toCamelCase(name);
      return value === undefined ? [] : [[known, FREE.has(known) ? value : walk(value)]];
    }),
  );
}
