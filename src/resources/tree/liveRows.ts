import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { CancelledError } from '../../base/errors';
import { nextDelay, waitPolicies } from '../../base/waitPolicies';
import { canDo } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import { parseRef } from '../../catalog/documents';
import { collectionRef, refKey, type ResourceRef } from '../../catalog/ref';
import type { Store } from '../../service/store';
import type { TreeNode } from './nodes';
import type { TreeModel } from './treeModel';

interface Visibility {
  readonly visible: boolean;
  readonly onDidChangeVisibility: (
    listener: (change: { readonly visible: boolean }) => void,
  ) => Disposable;
}

interface AgingRowsDeps {
  readonly model: Pick<TreeModel, 'rows' | 'parent'>;
  readonly clock: Clock;
  readonly view: Visibility;
  readonly redraw: (row: TreeNode) => void;
}

const MINUTE = 60_000;

/** Maximum number of rows redrawn separately. For more rows, their parents are redrawn. */
export const MAX_SINGLE_REDRAWS = 20;

/** Redraws rows whose text depends on the time, such as expirations, every minute while visible. */
export class AgingRows implements Disposable {
  readonly #deps: AgingRowsDeps;
  readonly #subscription: Disposable;
  #timer: Disposable | undefined;
  #lookedAt: number;

  constructor(deps: AgingRowsDeps) {
    this.#deps = deps;
    this.#lookedAt = deps.clock.now();
    this.#subscription = deps.view.onDidChangeVisibility(() => this.#look());
    this.#look();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#subscription.dispose();
  }

  #look(): void {
    this.#timer?.dispose();
    const { model, clock, view, redraw } = this.#deps;
    if (!view.visible) return;
    const now = clock.now();
    const changed = [...model.rows()].filter(
      (row) => textAt(row, this.#lookedAt) !== textAt(row, now),
    );
    this.#lookedAt = now;
    const parents = new Set(changed.map((row) => model.parent(row) ?? row));
    for (const row of changed.length > MAX_SINGLE_REDRAWS ? parents : changed) redraw(row);
    this.#timer = clock.schedule(MINUTE, () => this.#look());
  }
}

/** Returns a row's complete text at a time in ms since 1970. */
function textAt(row: TreeNode, time: number): string {
  if (row.node !== 'resource') return '';
  const kind = kindRow(row.kind);
  const { resource } = row;
  return JSON.stringify([
    kind.description(resource, time),
    kind.stage?.(resource, time),
    kind.badge?.(resource, time),
  ]);
}

interface BusyPollerDeps {
  readonly model: Pick<TreeModel, 'rows' | 'onDidChange'>;
  readonly store: Pick<Store, 'get' | 'renew' | 'workOn'>;
  readonly clock: Clock;
  readonly view: Visibility;
  /** Called if a row can't be fetched. The row isn't polled again. */
  readonly onFailed: (ref: ResourceRef, error: unknown) => void;
}

const { busyRows } = waitPolicies;
const MAX_ROWS_PER_ROUND = 10;

/** Polls visible rows that have a running job, individually or by list, until none is left. */
export class BusyPoller implements Disposable {
  readonly #parts: BusyPollerDeps;
  readonly #disposables = new DisposableStore();
  readonly #ended = new AbortController();
  readonly #failed = new Set<string>();
  /** Lists already fetched in this round. */
  readonly #listed = new Set<string>();
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
    this.#listed.clear();
    for (const row of rows.slice(0, MAX_ROWS_PER_ROUND)) {
      if (this.#ended.signal.aborted) break;
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
    return [...this.#parts.model.rows()].filter((row) => this.#isBusy(row));
  }

  #isBusy(row: TreeNode): boolean {
    if (row.node !== 'resource' || this.#failed.has(row.id)) return false;
    if (kindRow(row.kind).condition?.(row.resource) !== 'busy' || row.work) return false;
    const isAskable = canDo(row.kind, 'get', row.version) || kindRow(row.kind).relisted === true;
    return isAskable && parseRef(row) !== undefined;
  }
}
