import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../base/json';
import type { JsonObject } from '../schema/row';

/**
 * Whether what was found is what was sent. A field that only one side has does not count: the service adds
 * fields, keeps some to itself (training data), and leaves default values out.
 */
export function agrees(found: unknown, sent: unknown): boolean {
  if (isObject(sent)) {
    if (!isObject(found)) return false;
    return Object.entries(sent).every(
      ([name, value]) =>
        value === undefined || !Object.hasOwn(found, name) || agrees(found[name], value),
    );
  }
  if (Array.isArray(sent)) {
    if (!Array.isArray(found) || found.length !== sent.length) return false;
    return sent.every((value, index) => agrees(found[index], value));
  }
  // A 64-bit number is sent as number or text and comes back as text.
  return String(found) === String(sent);
}

/** Whether what was found has exactly the values sent, in the fields that an update mask names. */
export function hasChanged(found: JsonObject, sent: JsonObject, mask: string): boolean {
  const named = mask
    .split(',')
    .map((path) => path.trim().split('.', 1)[0] ?? '')
    .map((name) => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()));
  const fields = named.includes('*') ? Object.keys(sent) : named;
  return fields.every((name) => isDeepStrictEqual(found[name], sent[name]));
}
