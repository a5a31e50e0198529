import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { CancelledError } from '../base/errors';
import { Emitter } from '../base/event';
import { refKey, type ResourceRef } from '../catalog/ref';
import type { Connections } from '../service/connection';
import type { LoadedList, Store } from '../service/store';
import {
  childNodes,
  errorNode,
  loadingNode,
  rootNodes,
  type CollectionNode,
  type TreeNode,
} from './nodes';

/**
 * Milliseconds until a row says that a list is loading. VS Code draws nothing anew while it waits for rows:
 * it would show those of another connection, and follow no further choice of the user.
 */
export const PATIENCE = 1000;

export interface TreeModelParts {
  readonly connections: Connections;
  readonly store: Store;
  readonly clock: Clock;
  /** Takes what a list failed with; the row shows it too. */
  readonly onListFailed: (collection: ResourceRef, error: unknown) => void;
}

/** The rows of the tree. What was fetched stays in the store; here are only the failures, by collection. */
export class TreeModel implements Disposable {
  readonly #parts: TreeModelParts;
  readonly #failures = new Map<string, unknown>();
  // Failures that came after a row said loading, until anything changes.
  readonly #late = new Map<string, readonly TreeNode[]>();
  // Grows with every change: what was asked for before has no say any more.
  #round = 0;
  // One object per collection, so that a refresh can name the row that VS Code knows.
  #roots: ReadonlyMap<string, CollectionNode> = new Map();
  readonly #changed = new Emitter<CollectionNode | undefined>();
  readonly #subscriptions = new DisposableStore();
  /** A collection's rows changed, or (undefined) everything did. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: TreeModelParts) {
    this.#parts = parts;
    const { connections, store } = parts;
    this.#subscriptions.add(this.#changed);
    let shown = JSON.stringify(connections.active);
    this.#subscriptions.add(
      connections.onDidChange(() => {
        const active = JSON.stringify(connections.active);
        // A choice is told twice, by the window and by the setting; a credential may mend what failed.
        if (active === shown && this.#failures.size === 0) return;
        shown = active;
        this.#change(undefined);
      }),
    );
    this.#subscriptions.add(
      store.onDidChange(({ connection, ref }) => {
        // Everything of it is asked for anew, such as after a sign-in: what failed before says nothing.
        if (!ref) this.#forgetFailures(connection);
        if (connection !== connections.active?.id) return;
        const row = ref && this.#rowOf(ref);
        if (row || !ref) this.#change(row);
      }),
    );
  }

  async children(parent: TreeNode | undefined): Promise<readonly TreeNode[]> {
    if (parent) return parent.node === 'collection' ? await this.#childrenOf(parent) : [];
    const { active } = this.#parts.connections;
    const known = this.#roots;
    const roots = active ? rootNodes(active).map((root) => known.get(root.id) ?? root) : [];
    this.#roots = new Map(roots.map((root) => [root.id, root]));
    return roots;
  }

  /** Loads the next page. A failure becomes the last row of the collection. */
  async loadMore(collection: ResourceRef): Promise<void> {
    const key = refKey(collection);
    try {
      await this.#parts.store.loadMore(collection);
      this.#failures.delete(key);
    } catch (error) {
      this.#fail(collection, error);
      this.#changed.fire(this.#roots.get(key));
    }
  }

  /** Loads every page that is left. A failure becomes the last row of the collection. */
  async loadAll(collection: ResourceRef): Promise<void> {
    await this.#parts.store.loadAll(collection);
  }

  /** Fetches anew: the next page where that failed, one resource, one collection, or everything. */
  async refresh(target: ResourceRef | undefined): Promise<void> {
    const { store, connections } = this.#parts;
    if (!target) {
      this.#failures.clear();
      if (connections.active) store.invalidate({ connection: connections.active.id });
    } else if (!target.collection) {
      await store.get(target);
    } else if (this.#failures.has(refKey(target)) && store.peek(target)) {
      await this.loadMore(target);
    } else {
      this.#failures.delete(refKey(target));
      store.invalidate(target);
    }
  }

  /** What the error row of a collection stands for. */
  failureOf(collection: ResourceRef): unknown {
    return this.#failures.get(refKey(collection));
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #childrenOf(collection: CollectionNode): Promise<readonly TreeNode[]> {
    const key = refKey(collection);
    const loaded = this.#parts.store.peek(collection);
    if (loaded) return this.#rows(collection, loaded, this.#failures.get(key));
    const late = this.#late.get(key);
    if (late) return late;
    const round = this.#round;
    const loading = this.#load(collection);
    const rows = await this.#inTime(loading);
    if (rows) return rows;
    void loading.then((came) => {
      if (round !== this.#round) return;
      if (!this.#parts.store.peek(collection)) this.#late.set(key, came);
      this.#changed.fire(this.#roots.get(key));
    });
    return [loadingNode(collection)];
  }

  /** Never rejects. */
  async #load(collection: CollectionNode): Promise<readonly TreeNode[]> {
    try {
      const list = await this.#parts.store.list(collection);
      this.#failures.delete(refKey(collection));
      return this.#rows(collection, list, undefined);
    } catch (error) {
      this.#fail(collection, error);
      return [this.#errorNode(collection, error)];
    }
  }

  async #inTime<T>(work: Promise<T>): Promise<T | undefined> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = this.#parts.clock.schedule(PATIENCE, () => resolve(undefined));
    try {
      return await Promise.race([work, promise]);
    } finally {
      timer.dispose();
    }
  }

  #change(row: CollectionNode | undefined): void {
    this.#round += 1;
    this.#late.clear();
    this.#changed.fire(row);
  }

  #rows(collection: ResourceRef, list: LoadedList, failure: unknown): readonly TreeNode[] {
    const rows = childNodes(collection, list);
    if (failure === undefined || list.nextPageToken === undefined) return rows;
    // In place of the row that loads more: a refresh of the error row tries that again.
    return [...rows.slice(0, -1), this.#errorNode(collection, failure)];
  }

  #errorNode(collection: ResourceRef, error: unknown): TreeNode {
    const { auth } = this.#parts.connections.find(collection.connection) ?? {};
    return errorNode(collection, error, auth);
  }

  #forgetFailures(connection: string): void {
    for (const key of this.#failures.keys()) {
      if (key.startsWith(`${connection}/`)) this.#failures.delete(key);
    }
  }

  #fail(collection: ResourceRef, error: unknown): void {
    this.#failures.set(refKey(collection), error);
    if (!CancelledError.is(error)) this.#parts.onListFailed(collection, error);
  }

  // The collection of a ref; a single resource is drawn anew with its siblings, from what is loaded.
  #rowOf(ref: ResourceRef): CollectionNode | undefined {
    const name = ref.collection ? ref.name : ref.name.split('/').slice(0, -2).join('/');
    return this.#roots.get(refKey({ ...ref, name, collection: true }));
  }
}
