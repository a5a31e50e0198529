import type { JsonObject } from '../../../api/schema/row';

/** The objects of a list of a request; nothing where there is no list. */
export function objectsAt(value: JsonObject, name: string): readonly JsonObject[] {
  const found: unknown = value[name];
  return Array.isArray(found) ? found.filter((item) => isObject(item)) : [];
}

/** The object under a name; an empty one where there is none. */
export function objectAt(value: JsonObject, name: string): JsonObject {
  const found: unknown = value[name];
  return isObject(found) ? found : {};
}

/** The text under a name; empty where there is none. */
export function textAt(value: JsonObject, name: string): string {
  const found: unknown = value[name];
  return typeof found === 'string' ? found : '';
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
