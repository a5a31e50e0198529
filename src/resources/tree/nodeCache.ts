import type { JsonObject } from '../../api/schema/row';
import type { Summary } from '../../catalog/kindRow';
import { kindRow } from '../../catalog/kinds';
import { collectionRef, refKey, type ResourceRef } from '../../catalog/ref';
import type { Store, StoreChange } from '../../service/store';
import { type Arrangement, isAsListed, MAX_ROWS } from './arrangement';
import { badgeOf, collectionNode, groupNode, resourceNode } from './buildNodes';
import type { ResourceNode, TreeNode } from './nodes';

/**
 * Rows that VS Code has. Updates rows in place, because VS Code identifies rows by object and rejects two
 * objects with the same ID.
 */
export class NodeCache {
  readonly #nodes = new Map<string, TreeNode>();
  readonly #parents = new Map<string, TreeNode>();
  readonly #children = new Map<string, ReadonlySet<string>>();
  readonly #holders = new Map<string, TreeNode>();

  get(id: string): TreeNode | undefined {
    return this.#nodes.get(id);
  }

  parentOf(node: TreeNode): TreeNode | undefined {
    return this.#parents.get(node.id);
  }

  /** Returns the parent row of a collection's rows; undefined if never requested. */
  holderOf(collection: ResourceRef): TreeNode | undefined {
    return this.#holders.get(refKey(collection));
  }

  hold(collection: ResourceRef, holder: TreeNode): void {
    this.#holders.set(refKey(collection), holder);
  }

  all(): Iterable<TreeNode> {
    return this.#nodes.values();
  }

  update<T extends TreeNode>(node: T): T {
    const known = this.#nodes.get(node.id);
    if (!known) {
      this.#nodes.set(node.id, node);
      return node;
    }
    Object.assign(known, node);
    return known as T;
  }

  /** Sets the children of a row, or the top rows. Drops removed rows and their descendants. */
  place(parent: TreeNode | undefined, rows: readonly TreeNode[]): readonly TreeNode[] {
    const placed = rows.map((row) => this.update(row));
    const ids = new Set(placed.map(({ id }) => id));
    const key = parent?.id ?? '';
    // Runs first, so that rows moved from a removed parent survive.
    for (const { id } of placed) {
      if (parent) this.#parents.set(id, parent);
      else this.#parents.delete(id);
    }
    for (const id of this.#children.get(key) ?? []) {
      const isHere = this.#parents.get(id) === parent;
      if (!ids.has(id) && isHere) this.#forget(id);
    }
    this.#children.set(key, ids);
    return placed;
  }

  below(parent: TreeNode): readonly TreeNode[] {
    const ids = [...(this.#children.get(parent.id) ?? [])];
    return ids.map((id) => this.#nodes.get(id)).filter((node) => node !== undefined);
  }

  clear(): void {
    for (const map of [this.#nodes, this.#parents, this.#children, this.#holders]) map.clear();
  }

  #forget(id: string): void {
    const node = this.#nodes.get(id);
    for (const child of this.#children.get(id) ?? []) {
      if (this.#parents.get(child) === node) this.#forget(child);
    }
    this.#children.delete(id);
    this.#parents.delete(id);
    this.#nodes.delete(id);
    if (!node) return;
    for (const [key, holder] of this.#holders) if (holder === node) this.#holders.delete(key);
  }
}

/**
 * Whether rows may stay while newer ones load: resources, but not status rows. Without rows, VS Code's menu
 * commands would lose their target.
 */
export function canStay(rows: readonly TreeNode[]): boolean {
  return rows.some(({ node }) => node === 'resource' || node === 'group');
}

/** Lists that loaded late. Each list is redrawn once, regardless of the number of requests. */
export class StaleRows {
  readonly #awaited = new Map<string, number>();
  // Incremented on each reset, to ignore earlier requests.
  #round = 0;

  forget(): void {
    this.#round += 1;
  }

  /** Calls `draw` once the list has loaded. `loading` must not reject. */
  after(key: string, loading: Promise<unknown>, draw: () => void): void {
    const round = this.#round;
    if (this.#awaited.get(key) === round) return;
    this.#awaited.set(key, round);
    void loading.then(() => {
      if (this.#awaited.get(key) === round) this.#awaited.delete(key);
      if (round === this.#round) draw();
    });
  }
}

/** Returns the fewest rows to redraw after a change, because VS Code refetches everything below each. */
export function rowsToRedraw(
  { ref, appended }: StoreChange,
  nodes: NodeCache,
  store: Store,
  arrangement: Arrangement,
): readonly TreeNode[] {
  if (!ref) return [];
  if (!ref.collection) return ofResource(ref, nodes, store, arrangement);
  const parent = parentToRedraw(ref, nodes, store);
  const grown = appended ? lastGroup(ref, nodes, store, appended, arrangement) : undefined;
  const row = grown ?? rowOrHolder(ref, nodes, store);
  return [row, parent].filter((one) => one !== undefined);
}

export function parentToRedraw(
  collection: ResourceRef,
  nodes: NodeCache,
  store: Store,
): TreeNode | undefined {
  if (!kindRow(collection.kind).badge) return undefined;
  const holder = nodes.holderOf(collection);
  const parent = holder?.node === 'collection' ? nodes.parentOf(holder) : holder;
  if (parent?.node !== 'resource') return undefined;
  const badge = badgeOf(parent, parent.resource, store);
  if (badge?.text === parent.badge?.text) return undefined;
  return nodes.update<ResourceNode>({ ...parent, badge });
}

export function summaryToRedraw(
  collection: ResourceRef,
  nodes: NodeCache,
  store: Store,
): TreeNode | undefined {
  const row = nodes.get(refKey(collection));
  if (row?.node !== 'collection') return undefined;
  const { summary } = collectionNode(collection, store);
  return keyOf(summary) === keyOf(row.summary) ? undefined : nodes.update({ ...row, summary });
}

function keyOf(summary: Summary | undefined): string {
  return JSON.stringify(summary?.short ?? null);
}

function ofResource(
  ref: ResourceRef,
  nodes: NodeCache,
  store: Store,
  arrangement: Arrangement,
): readonly TreeNode[] {
  const collection = collectionRef(ref);
  const row = nodes.get(refKey(ref));
  const parent = parentToRedraw(collection, nodes, store);
  const above = [parent, summaryToRedraw(collection, nodes, store)].filter((one) => !!one);
  // A changed row may move if there's a filter or sort order.
  if (row?.node !== 'resource' || !isAsListed(arrangement)) {
    const holder = nodes.holderOf(collection);
    return holder ? [holder, ...above] : above;
  }
  const resource: JsonObject = store.find(ref) ?? row.resource;
  return [nodes.update(resourceNode(collection, resource, store)), ...above];
}

function rowOrHolder(ref: ResourceRef, nodes: NodeCache, store: Store): TreeNode | undefined {
  const row = nodes.get(refKey(ref));
  if (row?.node === 'collection') return nodes.update(collectionNode(ref, store));
  return nodes.holderOf(ref);
}

/** Returns a list's last range if a new page only extended that range. */
function lastGroup(
  collection: ResourceRef,
  nodes: NodeCache,
  store: Store,
  appended: number,
  arrangement: Arrangement,
): TreeNode | undefined {
  const list = store.peek(collection);
  if (list?.nextPageToken === undefined || !isAsListed(arrangement)) return undefined;
  const to = list.items.length;
  const from = Math.floor((to - 1) / MAX_ROWS) * MAX_ROWS;
  if (from === 0 || to - appended <= from) return undefined;
  const range = { from, to };
  const part = { by: undefined, word: undefined, range, count: to - from, startsOpen: false };
  const group = groupNode(collection, part);
  return nodes.get(group.id) && nodes.update(group);
}
