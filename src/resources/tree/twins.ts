import type { JsonObject } from '../../api/schema/row';
import { type KindId, kindRow } from '../../catalog/kinds';
import { nameOf } from '../../service/loadedList';

/** Labels that several of a list have. A list that changes is another one. */
const known = new WeakMap<readonly JsonObject[], ReadonlySet<string>>();

/** The id of a resource that has its label in common with another one of its list. */
export function twinId(
  resource: JsonObject,
  kind: KindId,
  list: readonly JsonObject[],
): string | undefined {
  const row = kindRow(kind);
  if (!row.hasTwins) return undefined;
  const shared = known.get(list) ?? sharedLabels(list.map((item) => row.label(item)));
  known.set(list, shared);
  return shared.has(row.label(resource)) ? nameOf(resource).split('/').at(-1) : undefined;
}

/** Those that are there more than once. */
export function sharedLabels(labels: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(labels.filter((label) => seen.size === seen.add(label).size));
}
