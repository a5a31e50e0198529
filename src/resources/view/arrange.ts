import type { JsonObject } from '../../api/schema/row';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Text } from '../../catalog/text';
import type { GroupNode } from '../nodes';
import { MOST_ROWS, newestFirst, type Arrangement } from './arrangement';

/** A part of a collection, as its group has it. */
export type Part = Pick<GroupNode, 'state' | 'range' | 'count' | 'startsOpen'>;

/** What stands below a row: parts of a collection, or resources. */
export type Rows =
  { readonly parts: readonly Part[] } | { readonly resources: readonly JsonObject[] };

/** Sorts resources; whatever sorts as equal keeps the service's order. */
export function sorted(
  { kind }: ResourceRef,
  items: readonly JsonObject[],
  { sort }: Arrangement,
): readonly JsonObject[] {
  if (sort === 'server') return items;
  if (sort === 'newest') return items.toSorted(newestFirst);
  const row = kindRow(kind);
  const order = new Intl.Collator(undefined, { numeric: true });
  return items
    .map((item) => ({ item, label: row.label(item) }))
    .sort((one, other) => order.compare(one.label, other.label))
    .map(({ item }) => item);
}

/**
 * What stands directly below a collection.
 * @param room rows that something else needs there, such as one that loads more.
 */
export function rowsBelow(
  { kind }: ResourceRef,
  items: readonly JsonObject[],
  { group }: Arrangement,
  room: number,
): Rows {
  const row = kindRow(kind);
  if (group === 'none' || !row.state) return ranges(items, undefined, room);
  const states = new Map<string | undefined, { text: Text | null; count: number }>();
  for (const item of items) {
    const text = row.state(item);
    const known = states.get(text?.message);
    states.set(text?.message, { text: text ?? null, count: (known?.count ?? 0) + 1 });
  }
  // What needs a look comes last in no order of its own: groups stand as their first rows do.
  const parts = [...states.values()].map(({ text, count }) => ({
    ...{ state: text, range: undefined, count },
    startsOpen: true,
  }));
  return { parts };
}

/** What stands below a part of a collection. */
export function rowsOfPart(
  { kind }: ResourceRef,
  items: readonly JsonObject[],
  { state, range }: Pick<Part, 'state' | 'range'>,
): Rows {
  const row = kindRow(kind);
  const ofState =
    state === undefined
      ? items
      : items.filter((item) => row.state?.(item)?.message === state?.message);
  if (range) return { resources: ofState.slice(range.from, range.to) };
  return ranges(ofState, state, 0);
}

function ranges(items: readonly JsonObject[], state: Part['state'], room: number): Rows {
  if (items.length + room <= MOST_ROWS) return { resources: items };
  const count = Math.ceil(items.length / MOST_ROWS);
  // The first one has the rows that were shown before the list became that long.
  const parts = Array.from({ length: count }, (_, index): Part => {
    const from = index * MOST_ROWS;
    const to = Math.min(from + MOST_ROWS, items.length);
    return { state, range: { from, to }, count: to - from, startsOpen: index === 0 };
  });
  return { parts };
}
