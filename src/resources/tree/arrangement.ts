import type { JsonObject } from '../../api/schema/row';
import type { KindRow } from '../../catalog/kindRow';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { createdAt, updatedAt } from '../../catalog/resourceName';
import type { Text } from '../../catalog/text';
import type { GroupNode } from './nodes';

export interface Arrangement {
  readonly filter: string;
  readonly sort: Sort;
  readonly group: Group;
}

type Sort = 'server' | 'name' | 'newest' | 'size' | 'end' | 'type';
type Group = 'none' | 'state' | 'type';

const SORTS: readonly unknown[] = ['name', 'newest', 'size', 'end', 'type'] satisfies Sort[];
const GROUPS: readonly unknown[] = ['state', 'type'] satisfies Group[];

export const AS_LISTED: Arrangement = { filter: '', sort: 'server', group: 'none' };

/** Maximum number of rows below a row, because VS Code fetches all of them when one is added. */
export const MAX_ROWS = 1000;

/** Whether rows are in API order, in which case a change doesn't move a row. */
export function isAsListed({ filter, sort, group }: Arrangement): boolean {
  return filter === '' && sort === 'server' && group === 'none';
}

export function readArrangement(kept: unknown): Arrangement {
  const { sort, group } = (kept ?? {}) as { readonly [key: string]: unknown };
  return {
    filter: '',
    sort: SORTS.includes(sort) ? (sort as Sort) : 'server',
    group: GROUPS.includes(group) ? (group as Group) : 'none',
  };
}

/** Timestamps are comparable strings: RFC 3339 in UTC. */
function newestFirst(one: JsonObject, other: JsonObject): number {
  const [a, b] = [timeOf(one), timeOf(other)];
  return a === b ? 0 : a < b ? 1 : -1;
}

function timeOf(resource: JsonObject): string {
  return createdAt(resource) || updatedAt(resource);
}

type Part = Pick<GroupNode, 'by' | 'word' | 'range' | 'count' | 'startsOpen'>;

export type Rows =
  | { readonly parts: readonly Part[] }
  | { readonly resources: readonly JsonObject[] };

/** Sorts resources. Stable for equal keys. */
export function sorted(
  { kind }: ResourceRef,
  items: readonly JsonObject[],
  { sort }: Arrangement,
): readonly JsonObject[] {
  const row = kindRow(kind);
  if (sort === 'server') return row.rank ? byRank(items, row) : items;
  if (sort === 'newest') return items.toSorted(newestFirst);
  switch (sort) {
    case 'name':
      return byText(items, (item) => row.label(item));
    case 'size':
      return row.size ? byNumber(items, (item) => -(row.size?.(item) ?? -1)) : items;
    case 'end':
      return row.end ? byNumber(items, (item) => row.end?.(item) ?? Infinity) : items;
    case 'type':
      return row.type ? byText(items, (item) => row.type?.(item)?.message ?? '') : items;
  }
}

function byRank(items: readonly JsonObject[], row: KindRow) {
  const now = Date.now();
  return byNumber(items, (item) => row.rank?.(item, now) ?? 0);
}

function byNumber(items: readonly JsonObject[], numberOf: (item: JsonObject) => number) {
  return items
    .map((item) => ({ item, number: numberOf(item) }))
    .sort((one, other) => (one.number < other.number ? -1 : one.number > other.number ? 1 : 0))
    .map(({ item }) => item);
}

function byText(items: readonly JsonObject[], textOf: (item: JsonObject) => string) {
  const order = new Intl.Collator(undefined, { numeric: true });
  return items
    .map((item) => ({ item, text: textOf(item) }))
    .sort((one, other) => order.compare(one.text, other.text))
    .map(({ item }) => item);
}

/**
 * Returns the rows directly below a collection.
 * @param room number of reserved rows, such as for "load more"
 */
export function rowsBelow(
  { kind }: ResourceRef,
  items: readonly JsonObject[],
  { group }: Arrangement,
  room: number,
): Rows {
  const row = kindRow(kind);
  if (group === 'none' || !row[group]) return ranges(items, undefined, undefined, room);
  const words = new Map<string | undefined, { word: Text | null; count: number }>();
  for (const item of items) {
    const word = row[group](item);
    const known = words.get(word?.message);
    words.set(word?.message, { word: word ?? null, count: (known?.count ?? 0) + 1 });
  }
  // Groups follow the order of their first rows.
  const parts = [...words.values()].map(({ word, count }) => ({
    by: group,
    word,
    range: undefined,
    count,
    startsOpen: true,
  }));
  return { parts };
}

export function rowsOfPart(
  { kind }: ResourceRef,
  items: readonly JsonObject[],
  { by, word, range }: Pick<Part, 'by' | 'word' | 'range'>,
): Rows {
  const row = kindRow(kind);
  // The caller filters legacy resources and test resources.
  const isOfWord = by === undefined || by === 'older' || by === 'tests';
  const ofWord = isOfWord
    ? items
    : items.filter((item) => row[by]?.(item)?.message === word?.message);
  if (range) return { resources: ofWord.slice(range.from, range.to) };
  return ranges(ofWord, by, word, 0);
}

function ranges(
  items: readonly JsonObject[],
  by: Part['by'],
  word: Part['word'],
  room: number,
): Rows {
  if (items.length + room <= MAX_ROWS) return { resources: items };
  const count = Math.ceil(items.length / MAX_ROWS);
  // The first range is initially expanded, because its rows were visible before the list grew.
  const parts = Array.from({ length: count }, (_, index): Part => {
    const from = index * MAX_ROWS;
    const to = Math.min(from + MAX_ROWS, items.length);
    return { by, word, range: { from, to }, count: to - from, startsOpen: index === 0 };
  });
  return { parts };
}
