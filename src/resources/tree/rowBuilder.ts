import { ServiceError } from '../../api/errors';
import { CancelledError } from '../../base/errors';
import { localizedText } from '../../base/format';
import type { JsonObject } from '../../api/schema/row';
import { childCollections } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import { parseRef } from '../../catalog/documents';
import { refKey, type ResourceRef } from '../../catalog/ref';
import { resourceName } from '../../catalog/resourceName';
import { type SectionId, sectionIds } from '../../catalog/kindRow';
import type { Connection } from '../../service/connection';
import type { LoadedList, Store } from '../../service/store';
import { type Arrangement, type Rows, rowsBelow, rowsOfPart, sorted } from './arrangement';
import {
  emptyNode,
  errorNode,
  groupNode,
  moreNode,
  olderGroupNode,
  olderNode,
  resourceNode,
  rootNodes,
  sectionNode,
  testsNode,
  unavailableNode,
} from './buildNodes';
import type {
  CollectionNode,
  GroupNode,
  OlderNode,
  SectionNode,
  TreeNode,
  UnavailableNode,
} from './nodes';
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

type Root = CollectionNode | UnavailableNode;

interface TopRows {
  readonly all: readonly Root[];
  /** Top rows in order, including section and legacy rows. */
  readonly rows: readonly (Root | SectionNode | OlderNode)[];
  readonly older: readonly (Root | GroupNode)[];
  below(section: SectionId): readonly Root[];
}

export class TopRowBuilder {
  readonly #store: Store;
  readonly #older: OlderResources;
  // The previous list counts until a newer one has loaded, so that rows don't flicker.
  readonly #parts = new Map<string, GroupNode | undefined>();
  #told: string | undefined;

  constructor(store: Store, older: OlderResources) {
    this.#store = store;
    this.#older = older;
  }

  tell(connection: Connection | undefined): TopRows {
    const rows = this.now(connection);
    this.#told = keyOf(rows);
    return rows;
  }

  /** Whether the rows differ from the shown ones. False if not requested yet. */
  hasOthers(connection: Connection): boolean {
    return this.#told !== undefined && keyOf(this.now(connection)) !== this.#told;
  }

  now(connection: Connection | undefined): TopRows {
    const all = connection ? rootNodes(connection, this.#store) : [];
    if (!connection) return { all, rows: all, older: [], below: () => [] };
    const parts = all.flatMap((root) => this.#partOf(root) ?? []);
    const moved = all.filter((root) => !this.#older.isAtHome(root));
    const isShown = parts.length > 0 || this.#older.isAskedFor(connection.id);
    const older = isShown ? [...moved, ...parts] : [];
    const [first] = older;
    const below = (id: SectionId): readonly Root[] =>
      all.filter(({ kind }) => kindRow(kind).section === id);
    const sections = sectionIds().flatMap((id) => {
      const [root] = below(id);
      return root ? [sectionNode(id, root)] : [];
    });
    const isAtTop = (root: Root): boolean =>
      !moved.includes(root) && kindRow(root.kind).section === undefined;
    const rows = [...all.filter(isAtTop), ...sections];
    return { all, rows: first ? [...rows, olderNode(first)] : rows, older, below };
  }

  olderState(connection: Connection | undefined): 'shown' | 'hidden' | 'none' {
    const { all, older } = this.now(connection);
    const isMoved = all.some((root) => !this.#older.isAtHome(root));
    if (!connection || !isMoved || older.some(({ node }) => node === 'group')) return 'none';
    return this.#older.isAskedFor(connection.id) ? 'shown' : 'hidden';
  }

  #partOf(root: Root): GroupNode | undefined {
    const key = refKey(root);
    const list = this.#store.peek(root);
    if (list) {
      const { connection, version, kind, name } = root;
      const collection = { connection, version, kind, name, collection: true } as const;
      const count = this.#older.part(collection, list.items).size;
      this.#parts.set(key, olderGroupNode(collection, count));
    }
    return this.#parts.get(key);
  }
}

function keyOf({ rows, older }: TopRows): string {
  const counted = older.map((row) => (row.node === 'group' ? [row.id, row.count] : row.id));
  return JSON.stringify([rows.map(({ id }) => id), counted]);
}

/** List errors, stored until the list is requested again. */
export class ListFailures {
  readonly #failures = new Map<string, unknown>();
  readonly #onFailed: (collection: ResourceRef, error: unknown) => void;

  /** @param onFailed receives errors other than cancellations */
  constructor(onFailed: (collection: ResourceRef, error: unknown) => void) {
    this.#onFailed = onFailed;
  }

  get isEmpty(): boolean {
    return this.#failures.size === 0;
  }

  of(collection: ResourceRef): unknown {
    return this.#failures.get(refKey(collection));
  }

  has(collection: ResourceRef): boolean {
    return this.#failures.has(refKey(collection));
  }

  note(collection: ResourceRef, error: unknown): void {
    this.#failures.set(refKey(collection), error);
    if (!CancelledError.is(error)) this.#onFailed(collection, error);
  }

  forget(collection: ResourceRef): boolean {
    return this.#failures.delete(refKey(collection));
  }

  forgetAll(connection?: string): void {
    for (const key of this.#failures.keys()) {
      if (connection === undefined || key.startsWith(`${connection}/`)) this.#failures.delete(key);
    }
  }
}

export function failedNode(
  collection: ResourceRef,
  error: unknown,
  auth: Connection['auth'] | undefined,
): TreeNode {
  return isUnavailable(collection, error)
    ? unavailableNode(collection, error)
    : errorNode(collection, error, auth);
}

/**
 * Whether an error means that the API no longer supports a kind: unknown method, or HTTP 404 for a top-level
 * list. Ignores proxy errors.
 */
function isUnavailable(collection: ResourceRef, error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.bodyExcerpt !== undefined) return false;
  if (error.httpStatus === 501) return true;
  if (error.httpStatus !== 404) return false;
  // HTTP 404 for an unknown route has no body, so the message is generic.
  return collection.name === '' || error.message === '404 Not Found';
}
