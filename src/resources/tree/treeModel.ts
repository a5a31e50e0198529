import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/event';
import { canDo, childCollections, onlyChild } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { Connections } from '../../service/connection';
import { isGone } from '../../service/resourceErrors';
import type { LoadAllOptions, LoadedList, Store, StoreChange } from '../../service/store';
import { type Arrangement, AS_LISTED } from './arrangement';
import {
  collectionNode,
  loadingNode,
  noMatchNode,
  nothingNode,
  olderGroupNode,
} from './buildNodes';
import { ListFailures, RowBuilder, TopRowBuilder, failedNode } from './rowBuilder';
import { locateRow } from './locateRow';
import {
  StaleRows,
  canStay,
  NodeCache,
  parentToRedraw,
  rowsToRedraw,
  summaryToRedraw,
} from './nodeCache';
import type { GroupNode, TreeNode } from './nodes';
import type { OlderResources } from './olderResources';

/**
 * Delay before a "loading" row, in ms. While VS Code waits for rows, it doesn't redraw, even after
 * a switch of the connection.
 */
export const LOADING_ROW_DELAY = 1000;

export interface TreeModelDeps {
  readonly connections: Connections;
  readonly store: Store;
  readonly clock: Clock;
  readonly older: OlderResources;
  readonly onListFailed: (collection: ResourceRef, error: unknown) => void;
}

/** A list's current state: loaded data and the last error. */
interface ListState {
  readonly list: LoadedList | undefined;
  readonly failure: unknown;
}

export class TreeModel implements Disposable {
  readonly #parts: TreeModelDeps;
  readonly #failures: ListFailures;
  readonly #nodes = new NodeCache();
  readonly #builder: RowBuilder;
  readonly #stale = new StaleRows();
  #arrangement = AS_LISTED;
  #saysNothing = false;
  readonly #top: TopRowBuilder;
  readonly #changed = new Emitter<TreeNode | undefined>();
  readonly #subscriptions = new DisposableStore();
  /** Fires with a changed row, or undefined if everything changed. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: TreeModelDeps) {
    this.#parts = parts;
    const { connections, store, older, onListFailed } = parts;
    this.#failures = new ListFailures(onListFailed);
    this.#builder = new RowBuilder(store, older);
    this.#top = new TopRowBuilder(store, older);
    this.#subscriptions.add(this.#changed);
    let shown = JSON.stringify(connections.active);
    this.#subscriptions.add(
      connections.onDidChange(() => {
        const active = JSON.stringify(connections.active);
        // Window and setting both report a switch. A new credential may fix failed lists.
        if (active === shown && this.#failures.isEmpty) return;
        if (active !== shown) this.#nodes.clear();
        shown = active;
        this.#failures.forgetAll();
        this.#changeAll();
      }),
    );
    this.#subscriptions.add(older.onDidChange(() => this.#followRoots()));
    this.#subscriptions.add(store.onDidChange((change) => this.#follow(change)));
  }

  get arrangement(): Arrangement {
    return this.#arrangement;
  }

  arrange(arrangement: Arrangement): void {
    this.#arrangement = arrangement;
    this.#changeAll();
  }

  async children(parent: TreeNode | undefined): Promise<readonly TreeNode[]> {
    const { connections, store } = this.#parts;
    const { active } = connections;
    if (!parent) {
      const { all, rows } = this.#top.tell(active);
      const [first] = all;
      this.#saysNothing = this.#builder.hidesAll(all, this.#arrangement);
      const nothing = first && this.#saysNothing ? [nothingNode(first)] : [];
      return this.#nodes.place(undefined, [...nothing, ...rows]);
    }
    if (parent.node === 'older') return this.#nodes.place(parent, this.#top.now(active).older);
    if (parent.node === 'section') {
      return this.#nodes.place(parent, this.#top.now(active).below(parent.section));
    }
    if (parent.node === 'collection') return await this.#rowsOf(parent, parent);
    if (parent.node === 'group') {
      const list = store.peek(parent);
      // The previous rows stay until the new list has loaded.
      if (!list) return this.#nodes.below(parent);
      const rows = this.#builder.rowsOfGroup(parent, list, this.#view(parent));
      return this.#nodes.place(parent, rows);
    }
    if (parent.node !== 'resource' || !parent.hasRows) return [];
    const only = onlyChild(parent);
    if (only) return await this.#rowsOf(only, parent);
    const rows = childCollections(parent).map((below) => collectionNode(below, store));
    return this.#nodes.place(parent, rows);
  }

  parent(node: TreeNode): TreeNode | undefined {
    return this.#nodes.parentOf(node);
  }

  get olderState(): 'shown' | 'hidden' | 'none' {
    return this.#top.olderState(this.#parts.connections.active);
  }

  /** Shows or hides legacy resources, even if empty. Returns their row if shown. */
  async showOlder(isWanted: boolean): Promise<TreeNode | undefined> {
    const { connections, older } = this.#parts;
    if (connections.active) older.ask(connections.active.id, isWanted);
    return (await this.children(undefined)).find(({ node }) => node === 'older');
  }

  rows(): Iterable<TreeNode> {
    return this.#nodes.all();
  }

  /** Finds a resource's row without API calls. Undefined if its lists aren't loaded. */
  async locate(ref: ResourceRef): Promise<TreeNode | undefined> {
    if (ref.connection !== this.#parts.connections.active?.id) return undefined;
    return await locateRow(ref, (parent) => this.children(parent), this.#parts.store);
  }

  async loadMore(collection: ResourceRef): Promise<void> {
    try {
      await this.#parts.store.loadMore(collection);
      if (this.#failures.forget(collection)) this.#changeHolder(collection);
    } catch (error) {
      this.#failures.note(collection, error);
      this.#changeHolder(collection);
    }
  }

  async loadAll(collection: ResourceRef, options: LoadAllOptions = {}): Promise<void> {
    this.#failures.forget(collection);
    await this.#parts.store.loadAll(collection, options);
  }

  /** Fetches again: a failed next page, a resource with its children, a collection, or everything. */
  async refresh(target: ResourceRef | undefined): Promise<void> {
    const { store, connections } = this.#parts;
    if (!target) {
      this.#failures.forgetAll();
      if (!connections.active) return;
      this.#parts.older.forget(connections.active.id);
      store.invalidate({ connection: connections.active.id, isRefresh: true });
    } else if (!target.collection) {
      const isListedOnly = !canDo(target.kind, 'get', target.version);
      if (isListedOnly || (await fetchAnew(store, target))) this.refreshBelow(target);
    } else if (this.#failures.has(target) && store.peek(target)) {
      await this.loadMore(target);
    } else {
      this.#failures.forget(target);
      store.invalidate(target);
    }
  }

  refreshBelow(resource: ResourceRef): void {
    const { store } = this.#parts;
    for (const below of childCollections(resource)) {
      const hasFailed = this.#failures.forget(below);
      if (hasFailed || store.peek(below)) store.invalidate(below);
    }
  }

  failureOf(collection: ResourceRef): unknown {
    return this.#failures.of(collection);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #rowsOf(collection: ResourceRef, holder: TreeNode): Promise<readonly TreeNode[]> {
    this.#nodes.hold(collection, holder);
    let answer = this.#answer(collection);
    // Another caller may have loaded the list after the row was drawn.
    if (answer) this.#drawAbove(collection);
    else {
      const loading = this.#load(collection);
      // Previous rows and the selection stay until the new rows have loaded.
      const before = this.#nodes.below(holder);
      if (!canStay(before)) answer = await this.#inTime(loading);
      if (!answer) {
        this.#stale.after(refKey(collection), loading, () => this.#drawLate(collection));
        return this.#nodes.place(holder, before.length > 0 ? before : [loadingNode(collection)]);
      }
      answer = this.#answer(collection) ?? answer;
    }
    return this.#nodes.place(holder, this.#build(collection, holder, answer));
  }

  #build(collection: ResourceRef, holder: TreeNode, answer: ListState): readonly TreeNode[] {
    const { list, failure } = answer;
    const { auth } = this.#parts.connections.find(collection.connection) ?? {};
    const failed = failure === undefined ? [] : [failedNode(collection, failure, auth)];
    if (!list) return failed;
    const view = this.#view(holder);
    const rows = this.#builder.rows(collection, list, view, failed[0]);
    // If everything is hidden, only the first top row shows that.
    const isHidden = rows.length === 0 && view.filter !== '' && !this.#hidesAll();
    return isHidden ? [noMatchNode(collection)] : rows;
  }

  /** Skips unchanged rows, because VS Code has no rows while it redraws their parent. */
  #drawLate(collection: ResourceRef): void {
    const holder = this.#nodes.holderOf(collection);
    const answer = this.#answer(collection);
    if (!holder) return;
    const rows = answer && this.#build(collection, holder, answer);
    if (!isDeepStrictEqual(rows, this.#nodes.below(holder))) {
      this.#changed.fire(holder);
      return;
    }
    for (const row of rows ?? []) if (row.node === 'group') this.#drawGroup(row, answer?.list);
  }

  #drawGroup(built: GroupNode, list: LoadedList | undefined): void {
    // VS Code identifies rows by object.
    const group = this.#nodes.get(built.id);
    if (!list || group?.node !== 'group') return;
    const before = this.#nodes.below(group);
    if (before.length === 0) return;
    const rows = this.#builder.rowsOfGroup(group, list, this.#view(group));
    if (!isDeepStrictEqual(rows, before)) this.#changed.fire(group);
  }

  #answer(collection: ResourceRef): ListState | undefined {
    const list = this.#parts.store.peek(collection);
    const failure = this.#failures.of(collection);
    return list || failure !== undefined ? { list, failure } : undefined;
  }

  /** Never rejects. */
  async #load(collection: ResourceRef): Promise<ListState> {
    try {
      const list = await this.#parts.store.list(collection);
      this.#failures.forget(collection);
      this.#drawAbove(collection);
      this.#followRoots(collection);
      this.#followFilter();
      return { list, failure: undefined };
    } catch (failure) {
      this.#failures.note(collection, failure);
      return { list: undefined, failure };
    }
  }

  #drawAbove(collection: ResourceRef): void {
    for (const toRedraw of [parentToRedraw, summaryToRedraw]) {
      const row = toRedraw(collection, this.#nodes, this.#parts.store);
      if (row) this.#changed.fire(row);
    }
  }

  async #inTime<T>(work: Promise<T>): Promise<T | undefined> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = this.#parts.clock.schedule(LOADING_ROW_DELAY, () => resolve(undefined));
    try {
      return await Promise.race([work, promise]);
    } finally {
      timer.dispose();
    }
  }

  #follow(change: StoreChange): void {
    const { connection, ref } = change;
    // The complete connection is reloaded, such as after a sign-in, so earlier errors are obsolete.
    if (!ref) this.#failures.forgetAll(connection);
    if (connection !== this.#parts.connections.active?.id) return;
    if (!ref) {
      this.#changeAll();
      return;
    }
    const { store } = this.#parts;
    if (ref.collection && !store.peek(ref)) this.#failures.forget(ref);
    for (const row of rowsToRedraw(change, this.#nodes, store, this.#arrangement)) {
      this.#changed.fire(row);
    }
    this.#followRoots(ref);
    this.#followFilter();
  }

  /** Redraws moved roots. After the first response of a connection, checks its legacy roots. */
  #followRoots(loaded?: ResourceRef): void {
    const { active } = this.#parts.connections;
    const { older } = this.#parts;
    if (!active || (loaded && loaded.connection !== active.id)) return;
    if (loaded?.collection) older.note(loaded);
    if (this.#top.hasOthers(active)) this.#changeAll();
    else if (loaded?.collection) this.#drawPart(loaded);
    if (loaded) void older.look(active);
  }

  #drawPart(collection: ResourceRef): void {
    const list = this.#parts.store.peek(collection);
    const group = olderGroupNode(collection, list?.items.length ?? 0);
    if (group?.node === 'group') this.#drawGroup(group, list);
  }

  #followFilter(): void {
    const { active } = this.#parts.connections;
    if (!active || this.#arrangement.filter === '') return;
    if (this.#hidesAll() !== this.#saysNothing) this.#changeAll();
  }

  #hidesAll(): boolean {
    const { active } = this.#parts.connections;
    const all = active ? this.#top.now(active).all : [];
    return this.#builder.hidesAll(all, this.#arrangement);
  }

  /** Returns the arrangement below a row. Unfiltered if a parent matches the filter. */
  #view(below: TreeNode): Arrangement {
    const arrangement = this.#arrangement;
    if (arrangement.filter === '') return arrangement;
    for (let row: TreeNode | undefined = below; row; row = this.#nodes.parentOf(row)) {
      const isMatch =
        row.node === 'resource' && this.#builder.matches(row, row.resource, arrangement);
      if (isMatch) return { ...arrangement, filter: '' };
    }
    return arrangement;
  }

  #changeAll(): void {
    this.#stale.forget();
    this.#changed.fire(undefined);
  }

  #changeHolder(collection: ResourceRef): void {
    const holder = this.#nodes.holderOf(collection);
    if (holder) this.#changed.fire(holder);
  }
}

async function fetchAnew(store: Pick<Store, 'get'>, target: ResourceRef): Promise<boolean> {
  try {
    await store.get(target);
    return true;
  } catch (error) {
    if (kindRow(target.kind).gone && isGone(target.kind, error)) return false;
    throw error;
  }
}
