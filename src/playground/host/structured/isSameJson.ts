import type { JsonValue } from '../../../api/schema/row';

/**
 * Whether a value is the one that a schema lists. The service's own kind of schema lists numbers as texts.
 * No deeper than the schema's value.
 */
export function isSameJson(listed: JsonValue, value: JsonValue): boolean {
  if (typeof value === 'number' && listed === String(value)) return true;
  if (typeof listed !== 'object' || typeof value !== 'object') return listed === value;
  if (listed === null || value === null) return listed === value;
  if (Array.isArray(listed) !== Array.isArray(value)) return false;
  const [one, other] = [Object.entries(listed), value as { readonly [key: string]: JsonValue }];
  return (
    one.length === Object.keys(value).length &&
    one.every(([key, item]) => {
      const same = Object.hasOwn(other, key) ? other[key] : undefined;
      return same !== undefined && isSameJson(item as JsonValue, same);
    })
  );
}
