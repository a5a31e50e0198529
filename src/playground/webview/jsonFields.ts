import type { JsonObject } from '../../api/schema/row';
import { isObject, items } from '../../base/json';

// API responses and saved state are untrusted: values of the wrong type are treated as missing.

export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the objects of a list field. Empty if not a list. */
export function objectsAt(value: JsonObject, name: string): readonly JsonObject[] {
  return items(value[name]).filter((item) => isObject(item));
}

/** Returns the string. Empty for other types. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function wholeOf(value: unknown, missing = 0): number {
  return typeof value === 'number' && Number.isInteger(value) ? value : missing;
}
