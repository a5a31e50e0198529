import type { JsonObject } from '../../api/schema/row';
import { isObject, items } from '../../base/json';

// What the service sent or a page saved may be anything: what does not fit reads as if it was absent.

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects of a list under a name; none where there is no list. */
export function objectsAt(value: JsonObject, name: string): readonly JsonObject[] {
  return items(value[name]).filter((item) => isObject(item));
}

/** A text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A whole number; `missing` for anything else. */
export function wholeOf(value: unknown, missing = 0): number {
  return typeof value === 'number' && Number.isInteger(value) ? value : missing;
}
