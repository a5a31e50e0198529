import { isObject, type JsonValue } from '../base/json';
import { byName } from './bodyForm';

export function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .toSorted(byName)
      .map(([name, item]) => [name, sorted(item as JsonValue)]),
  );
}

/** Serializes a field order: space-separated, or as JSON if names contain spaces. */
function written(names: readonly string[]): string {
  const text = names.join(' ');
  return names.some((name) => name === '' || /[\s[]/.test(name)) ? JSON.stringify(names) : text;
}

function read(text: string): readonly string[] {
  return text.startsWith('[') ? (JSON.parse(text) as readonly string[]) : text.split(' ');
}

const isSorted = (names: readonly string[]): boolean =>
  names.every((name, index) => index === 0 || (names[index - 1] ?? '') <= name);

/**
 * Returns the field orders that sorting discards. Replays restore them, because apps may copy responses into
 * later prompts.
 */
export function ordersOf(values: readonly JsonValue[]): readonly string[] {
  const orders = new Map<string, string>();
  const walk = (value: JsonValue): void => {
    if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) walk(item);
    } else if (isObject(value)) {
      const names = Object.keys(value);
      if (!isSorted(names)) {
        const key = written(names.toSorted());
        if (!orders.has(key)) orders.set(key, written(names));
      }
      for (const item of Object.values(value)) if (item !== undefined) walk(item);
    }
  };
  for (const value of values) walk(value);
  return [...orders.values()];
}

export function reordering(orders: readonly string[]): (value: JsonValue) => JsonValue {
  if (orders.length === 0) return (value) => value;
  const known = new Map(
    orders.map((order) => {
      const names = read(order);
      return [written(names.toSorted()), names] as const;
    }),
  );
  const put = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map(put);
    if (!isObject(value)) return value;
    const names = known.get(written(Object.keys(value).toSorted())) ?? Object.keys(value);
    return Object.fromEntries(names.map((name) => [name, put(value[name] as JsonValue)]));
  };
  return put;
}
