import type { JsonObject } from '../../api/schema/row';
import type { Summary } from '../../catalog/kindRow';
import { kindRow } from '../../catalog/kinds';
import { collectionRef, refKey, type ResourceRef } from '../../catalog/ref';
import type { Store, StoreChange } from '../../service/store';
import { type Arrangement, isAsListed, MOST_ROWS } from './arrangement';
import { badgeOf, collectionNode, groupNode, resourceNode } from './buildNodes';
import type { NodeBook } from './nodeCache';
import type { ResourceNode, TreeNode } from './nodes';

/**
 * The fewest rows that are to be drawn anew after a change of a resource or a collection: VS Code asks for all
 * below each of them.
 */
export function rowsToRedraw(
  { ref, appended }: StoreChange,
  book: NodeBook,
  store: Store,
  arrangement: Arrangement,
): readonly TreeNode[] {
  if (!ref) return [];
  if (!ref.collection) return ofResource(ref, book, store, arrangement);
  const parent = parentToRedraw(ref, book, store);
  const grown = appended ? lastGroup(ref, book, store, appended, arrangement) : undefined;
  const row = grown ?? holderOrRow(ref, book, store);
  return [row, parent].filter((one) => one !== undefined);
}

/** The resource above a collection, where what is loaded of that changes its mark. */
export function parentToRedraw(
  collection: ResourceRef,
  book: NodeBook,
  store: Store,
): TreeNode | undefined {
  if (!kindRow(collection.kind).badge) return undefined;
  const holder = book.holderOf(collection);
  const parent = holder?.node === 'collection' ? book.parentOf(holder) : holder;
  if (parent?.node !== 'resource') return undefined;
  const badge = badgeOf(parent, parent.resource, store);
  if (badge?.text === parent.badge?.text) return undefined;
  return book.update<ResourceNode>({ ...parent, badge });
}

/** The row of a collection, where what is loaded of it comes to something else than the row says. */
export function summaryToRedraw(
  collection: ResourceRef,
  book: NodeBook,
  store: Store,
): TreeNode | undefined {
  const row = book.get(refKey(collection));
  if (row?.node !== 'collection') return undefined;
  const { summary } = collectionNode(collection, store);
  return keyOf(summary) === keyOf(row.summary) ? undefined : book.update({ ...row, summary });
}

function keyOf(summary: Summary | undefined): string {
  return JSON.stringify(summary?.short ?? null);
}

function ofResource(
  ref: ResourceRef,
  book: NodeBook,
  store: Store,
  arrangement: Arrangement,
): readonly TreeNode[] {
  const collection = collectionRef(ref);
  const row = book.get(refKey(ref));
  const parent = parentToRedraw(collection, book, store);
  const above = [parent, summaryToRedraw(collection, book, store)].filter((one) => !!one);
  // Where rows are chosen by what they say, another one may be in another place now.
  if (row?.node !== 'resource' || !isAsListed(arrangement)) {
    const holder = book.holderOf(collection);
    return holder ? [holder, ...above] : above;
  }
  const resource: JsonObject = store.find(ref) ?? row.resource;
  return [book.update(resourceNode(collection, resource, store)), ...above];
}

function holderOrRow(ref: ResourceRef, book: NodeBook, store: Store): TreeNode | undefined {
  const row = book.get(refKey(ref));
  if (row?.node === 'collection') return book.update(collectionNode(ref, store));
  return book.holderOf(ref);
}

/** The last range of a long list, where a page has only made that longer. */
function lastGroup(
  collection: ResourceRef,
  book: NodeBook,
  store: Store,
  appended: number,
  arrangement: Arrangement,
): TreeNode | undefined {
  const list = store.peek(collection);
  if (list?.nextPageToken === undefined || !isAsListed(arrangement)) return undefined;
  const to = list.items.length;
  const from = Math.floor((to - 1) / MOST_ROWS) * MOST_ROWS;
  if (from === 0 || to - appended <= from) return undefined;
  const range = { from, to };
  const part = { by: undefined, word: undefined, range, count: to - from, startsOpen: false };
  const group = groupNode(collection, part);
  return book.get(group.id) && book.update(group);
}
