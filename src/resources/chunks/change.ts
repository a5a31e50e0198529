import { isDeepStrictEqual } from 'node:util';
import { isObject, items, objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';

/** A change that is made to many chunks alike. */
export type Change =
  | { readonly kind: 'set'; readonly entry: JsonObject }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'replace'; readonly find: string; readonly by: string };

/** What of a chunk is sent, and the fields that it changes. */
export interface Changed {
  readonly chunk: JsonObject;
  readonly mask: 'customMetadata' | 'data';
}

/** What a change makes of a chunk; undefined where that is what it is. */
export function changeOf(chunk: JsonObject, change: Change): Changed | undefined {
  if (change.kind === 'replace') return replaced(chunk, change.find, change.by);
  const before = items(chunk.customMetadata).filter(isObject);
  const key = change.kind === 'set' ? textAt(change.entry, 'key') : change.key;
  const index = before.findIndex((entry) => textAt(entry, 'key') === key);
  const others = before.filter((entry) => textAt(entry, 'key') !== key);
  if (change.kind === 'remove') {
    return index < 0 ? undefined : { chunk: { customMetadata: others }, mask: 'customMetadata' };
  }
  // In its place, so that the order stays.
  const after = index < 0 ? [...before, change.entry] : before.with(index, change.entry);
  if (isDeepStrictEqual(before, after)) return undefined;
  return { chunk: { customMetadata: after }, mask: 'customMetadata' };
}

function replaced(chunk: JsonObject, find: string, by: string): Changed | undefined {
  const before = textAt(objectAt(chunk, 'data'), 'stringValue');
  const after = before.split(find).join(by);
  if (find === '' || after === before) return undefined;
  return { chunk: { data: { stringValue: after } }, mask: 'data' };
}
