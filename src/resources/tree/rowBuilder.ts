import { localizedText } from '../../base/format';
import type { JsonObject } from '../../api/schema/row';
import { childCollections } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import { parseRef } from '../../catalog/documents';
import type { ResourceRef } from '../../catalog/ref';
import { resourceName } from '../../catalog/resourceName';
import type { LoadedList, Store } from '../../service/store';
import { type Arrangement, type Rows, rowsBelow, rowsOfPart, sorted } from './arrangement';
import { emptyNode, groupNode, moreNode, resourceNode, testsNode } from './buildNodes';
import type { GroupNode, TreeNode } from './nodes';
import type { OlderResources } from './olderResources';

export class RowBuilder {
  readonly #store: Store;
  readonly #older: Pick<OlderResources, 'part'>;

  constructor(store: Store, older: Pick<OlderResources, 'part'>) {
    this.#store = store;
    this.#older = older;
  }

  /**
   * Returns a collection's rows, plus a "load more" or "empty" row.
   * @param failed error row that replaces "load more"; refresh retries
   */
  rows(
    collection: ResourceRef,
    list: LoadedList,
    view: Arrangement,
    failed: TreeNode | undefined,
  ): readonly TreeNode[] {
    const items = this.#items(collection, list, view);
    const isFiltered = view.filter !== '';
    const hasMore = list.nextPageToken !== undefined;
    const tests = this.#items(collection, list, view, 'tests');
    // A collapsed group would hide the matches of a filter.
    const group = isFiltered ? undefined : testsNode(collection, tests.length);
    const shown = group ? items : [...items, ...tests];
    const room = (hasMore ? 1 : 0) + (group ? 1 : 0);
    const others = this.#nodes(collection, rowsBelow(collection, shown, view, room));
    const rows = group ? [...others, group] : others;
    if (hasMore) return [...rows, failed ?? moreNode(collection, isFiltered)];
    if (rows.length > 0) return rows;
    return list.items.length > 0 ? [] : [emptyNode(collection)];
  }

  hidesAll(collections: readonly ResourceRef[], { filter }: Arrangement): boolean {
    if (filter === '') return false;
    const matcher = new Matcher(this.#store, filter);
    const lists = collections.map((ref) => ({ ref, items: this.#store.peek(ref)?.items ?? [] }));
    return (
      lists.some(({ items }) => items.length > 0) &&
      !lists.some(({ ref, items }) => items.some((item) => matcher.shows(ref, item)))
    );
  }

  rowsOfGroup(group: GroupNode, list: LoadedList, view: Arrangement): readonly TreeNode[] {
    const { connection, version, kind, name } = group;
    const collection = { connection, version, kind, name, collection: true } as const;
    const part = group.by === 'older' || group.by === 'tests' ? group.by : undefined;
    const items = this.#items(collection, list, view, part);
    return this.#nodes(collection, rowsOfPart(collection, items, group));
  }

  matches(ref: ResourceRef, resource: JsonObject, { filter }: Arrangement): boolean {
    return new Matcher(this.#store, filter).matches(ref, resource);
  }

  /** @param part returns only these resources; otherwise only the others. */
  #items(
    collection: ResourceRef,
    list: LoadedList,
    view: Arrangement,
    part?: 'older' | 'tests',
  ): readonly JsonObject[] {
    const older = this.#older.part(collection, list.items);
    const tests = testsOf(collection, list.items);
    const partOf = (item: JsonObject) =>
      older.has(item) ? 'older' : tests.has(item) ? 'tests' : undefined;
    const items =
      older.size === 0 && tests.size === 0 && !part
        ? list.items
        : list.items.filter((item) => partOf(item) === part);
    if (view.filter === '') return sorted(collection, items, view);
    const matcher = new Matcher(this.#store, view.filter);
    const shown = items.filter((item) => matcher.shows(collection, item));
    return sorted(collection, shown, view);
  }

  #nodes(collection: ResourceRef, rows: Rows): readonly TreeNode[] {
    if ('parts' in rows) return rows.parts.map((part) => groupNode(collection, part));
    return rows.resources.map((item) => resourceNode(collection, item, this.#store));
  }
}

/** Returns a list's test resources; empty if the list has no others. */
function testsOf({ kind }: ResourceRef, all: readonly JsonObject[]): ReadonlySet<JsonObject> {
  const { tests } = kindRow(kind);
  const found = tests ? all.filter((item) => tests.has(item)) : [];
  return new Set(found.length < all.length ? found : []);
}

/** Searches labels, names, descriptions, states, and types, ignoring case. */
class Matcher {
  readonly #store: Store;
  readonly #text: string;

  constructor(store: Store, text: string) {
    this.#store = store;
    this.#text = text.toLowerCase();
  }

  matches(collection: ResourceRef, resource: JsonObject): boolean {
    const row = kindRow(collection.kind);
    const told = [
      row.description(resource, Date.now()),
      row.stage?.(resource, Date.now()),
      row.state?.(resource),
      row.type?.(resource),
    ];
    const texts = [
      row.label(resource),
      resourceName(collection, resource),
      ...told.map((text) => (text ? localizedText(text) : '')),
    ];
    return texts.some((text) => text.toLowerCase().includes(this.#text));
  }

  /** Whether the resource or a loaded descendant matches, or an unloaded descendant might. */
  shows(collection: ResourceRef, resource: JsonObject): boolean {
    if (this.matches(collection, resource)) return true;
    const { connection, version, kind } = collection;
    const name = resourceName(collection, resource);
    const ref: ResourceRef = { connection, version, kind, name };
    if (!parseRef(ref)) return false;
    return childCollections(ref).some((below) => {
      const list = this.#store.peek(below);
      // The "load more" row must stay reachable.
      if (list?.nextPageToken !== undefined) return true;
      return list?.items.some((item) => this.shows(below, item)) ?? false;
    });
  }
}
