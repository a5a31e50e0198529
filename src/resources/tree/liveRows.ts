import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { CancelledError } from '../../base/errors';
import { Emitter, type Event } from '../../base/event';
import { nextDelay, waitPolicies } from '../../base/waitPolicies';
import { canDo } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import { parseRef } from '../../catalog/documents';
import { collectionRef, refKey, type ResourceRef } from '../../catalog/ref';
import type { Store } from '../../service/store';
import type { TreeNode } from './nodes';
import type { TreeModel } from './treeModel';

/** Whether a view can be seen. */
interface Visibility {
  readonly visible: boolean;
  readonly onDidChangeVisibility: (
    listener: (change: { readonly visible: boolean }) => void,
  ) => Disposable;
}

// Rows that are told one by one when the view comes back; for more, everything is drawn anew.
const MOST_HELD = 20;

/** Passes changes of rows on while their view can be seen; those that come otherwise wait until it can be. */
export class PauseWhileHidden<T> implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #passed = new Emitter<T | undefined>();
  readonly #view: Visibility;
  readonly #held = new Set<T | undefined>();
  readonly event = this.#passed.event;

  constructor(source: Event<T | undefined>, view: Visibility) {
    this.#view = view;
    this.#disposables.add(this.#passed);
    this.#disposables.add(source((row) => this.#take(row)));
    this.#disposables.add(
      view.onDidChangeVisibility(({ visible }) => {
        if (visible) this.#release();
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #take(row: T | undefined): void {
    if (this.#view.visible) this.#passed.fire(row);
    else this.#held.add(row);
  }

  #release(): void {
    const rows = [...this.#held];
    this.#held.clear();
    const all = rows.length > MOST_HELD || rows.includes(undefined);
    for (const row of all ? [undefined] : rows) this.#passed.fire(row);
  }
}

export interface AgingRowsDeps {
  readonly model: Pick<TreeModel, 'rows' | 'parent' | 'onDidChange'>;
  readonly clock: Clock;
  readonly view: Visibility & {
    readonly onDidExpandElement: Event<unknown>;
    readonly onDidCollapseElement: Event<unknown>;
  };
  /** Whether what is below a row can be seen where the row can. */
  readonly isOpen: (row: TreeNode) => boolean;
  /** Draws a row anew, and those below it. */
  readonly redraw: (row: TreeNode) => void;
}

/** Rows that are drawn one by one; where more change at once, all beside them are. */
export const MOST_AT_ONCE = 20;

/**
 * Draws rows anew when what they say changes by itself, such as how long a file is still kept. There is a timer
 * only while such a row can be seen, and one for all of them.
 */
export class AgingRows implements Disposable {
  readonly #parts: AgingRowsDeps;
  readonly #disposables = new DisposableStore();
  #timer: Disposable | undefined;

  constructor(parts: AgingRowsDeps) {
    this.#parts = parts;
    const { model, view } = parts;
    const look = (): void => this.look();
    this.#disposables.add(model.onDidChange(look));
    this.#disposables.add(view.onDidExpandElement(look));
    this.#disposables.add(view.onDidCollapseElement(look));
    this.#disposables.add(
      view.onDidChangeVisibility(({ visible }) => {
        // What has changed while nobody looked.
        if (visible) this.#redraw([...this.#shown().keys()]);
        this.look();
      }),
    );
  }

  /** Looks for rows that will change; to be called when rows were listed too. */
  look(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const { clock, view } = this.#parts;
    const changes = view.visible ? this.#shown() : new Map<TreeNode, number>();
    const next = Math.min(...changes.values());
    if (next === Infinity) return;
    this.#timer = clock.schedule(next, () => {
      this.#redraw([...changes].filter(([, wait]) => wait <= next).map(([row]) => row));
      this.look();
    });
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#disposables.dispose();
  }

  /** The rows that can be seen and will change, with the milliseconds until they do. */
  #shown(): Map<TreeNode, number> {
    const { model, clock } = this.#parts;
    const now = clock.now();
    const changes = new Map<TreeNode, number>();
    for (const row of model.rows()) {
      if (row.node !== 'resource') continue;
      const wait = kindRow(row.kind).changesIn?.(row.resource, now);
      if (wait !== undefined && this.#canBeSeen(row)) changes.set(row, wait);
    }
    return changes;
  }

  #canBeSeen(row: TreeNode): boolean {
    const { model, isOpen } = this.#parts;
    for (let above = model.parent(row); above; above = model.parent(above)) {
      if (!isOpen(above)) return false;
    }
    return true;
  }

  #redraw(rows: readonly TreeNode[]): void {
    const { model, redraw } = this.#parts;
    const parents = new Set(rows.map((row) => model.parent(row) ?? row));
    for (const row of rows.length > MOST_AT_ONCE ? parents : rows) redraw(row);
  }
}

export interface BusyPollerDeps {
  readonly model: Pick<TreeModel, 'rows' | 'onDidChange'>;
  readonly store: Pick<Store, 'get' | 'renew' | 'workOn'>;
  readonly clock: Clock;
  readonly view: Visibility;
  /** Takes what a row could not be fetched with; it is left alone then. */
  readonly onFailed: (ref: ResourceRef, error: unknown) => void;
}

const { busyRows } = waitPolicies;
/** Rows that are fetched in one round. */
export const MOST_ROWS_PER_ROUND = 10;

/**
 * Fetches rows on which the service works, one by one or with their lists, while they can be seen, until none is left.
 */
export class BusyPoller implements Disposable {
  readonly #parts: BusyPollerDeps;
  readonly #disposables = new DisposableStore();
  readonly #ended = new AbortController();
  readonly #failed = new Set<string>();
  // Rows that were fetched in this round go behind the others.
  readonly #turns = new Map<string, number>();
  /** Lists that were asked for in this round: several of their rows may be busy. */
  readonly #listed = new Set<string>();
  #turn = 0;
  #wait: number = busyRows.first;
  #timer: Disposable | undefined;
  #isFetching = false;

  constructor(parts: BusyPollerDeps) {
    this.#parts = parts;
    this.#disposables.add(parts.model.onDidChange((row) => this.#look(row === undefined)));
    this.#disposables.add(
      parts.view.onDidChangeVisibility(({ visible }) => {
        if (visible) this.#look(true);
        else this.#stop();
      }),
    );
  }

  /** Looks for busy rows; to be called when rows were listed too. */
  look(): void {
    this.#look(false);
  }

  dispose(): void {
    this.#ended.abort(new CancelledError());
    this.#stop();
    this.#disposables.dispose();
  }

  #look(isNew: boolean): void {
    if (isNew) {
      this.#wait = busyRows.first;
      this.#failed.clear();
    }
    const canStart = this.#parts.view.visible && !this.#timer && !this.#isFetching;
    if (!canStart || this.#busy().length === 0) return;
    this.#timer = this.#parts.clock.schedule(this.#wait, () => void this.#fetch());
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  async #fetch(): Promise<void> {
    this.#timer = undefined;
    this.#isFetching = true;
    const rows = this.#busy();
    this.#turn += 1;
    this.#listed.clear();
    for (const row of rows.slice(0, MOST_ROWS_PER_ROUND)) {
      if (this.#ended.signal.aborted) break;
      this.#turns.set(row.id, this.#turn);
      await this.#fetchOne(row);
    }
    this.#isFetching = false;
    if (this.#ended.signal.aborted) return;
    const isLess = this.#busy().length < rows.length;
    this.#wait = nextDelay(busyRows, isLess ? undefined : this.#wait);
    this.#look(false);
  }

  /** Never rejects. */
  async #fetchOne(row: TreeNode): Promise<void> {
    const { connection, version, kind, name, id } = row;
    const ref: ResourceRef = { connection, version, kind, name };
    const { store } = this.#parts;
    try {
      if (canDo(kind, 'get', version)) {
        await store.get(ref, this.#ended.signal);
        return;
      }
      const list = collectionRef(ref);
      if (this.#listed.has(refKey(list))) return;
      this.#listed.add(refKey(list));
      await store.renew(list, this.#ended.signal);
    } catch (error) {
      this.#failed.add(id);
      if (!CancelledError.is(error)) this.#parts.onFailed(ref, error);
    }
  }

  #busy(): readonly TreeNode[] {
    const turn = ({ id }: TreeNode): number => this.#turns.get(id) ?? 0;
    return [...this.#parts.model.rows()]
      .filter((row) => this.#isBusy(row))
      .sort((one, other) => turn(one) - turn(other));
  }

  #isBusy(row: TreeNode): boolean {
    if (row.node !== 'resource' || this.#failed.has(row.id)) return false;
    if (kindRow(row.kind).condition?.(row.resource) !== 'busy' || row.work) return false;
    const isAskable = canDo(row.kind, 'get', row.version) || kindRow(row.kind).relisted === true;
    return isAskable && parseRef(row) !== undefined;
  }
}
