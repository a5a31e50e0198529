import { isObject } from '../../../base/json';
import type { JsonObject } from '../../../api/schema/row';

/** The objects of a list of a request; nothing where there is no list. */
export function objectsAt(value: JsonObject, name: string): readonly JsonObject[] {
  const found: unknown = value[name];
  return Array.isArray(found) ? found.filter((item) => isObject(item)) : [];
}
