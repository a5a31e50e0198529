import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { CancelledError } from '../../base/errors';
import { canDo } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import { parseRef } from '../../catalog/documents';
import type { ResourceRef } from '../../catalog/ref';
import type { Store } from '../../service/store';
import type { TreeNode } from '../nodes';
import type { TreeModel } from '../treeModel';
import type { Visibility } from './heldEvents';

export interface BusyPollerParts {
  readonly model: Pick<TreeModel, 'rows' | 'onDidChange'>;
  readonly store: Pick<Store, 'get' | 'workOn'>;
  readonly clock: Clock;
  readonly view: Visibility;
  /** Takes what a row could not be fetched with; it is left alone then. */
  readonly onFailed: (ref: ResourceRef, error: unknown) => void;
}

/** Milliseconds until busy rows are fetched, at first and at most: half as long again each time. */
export const FIRST_WAIT = 2000;
export const LONGEST_WAIT = 30_000;
/** Rows that are fetched in one round. */
export const MOST_ROWS_PER_ROUND = 10;

/** Fetches rows on which the service works, one by one, while they can be seen, until none is left. */
export class BusyPoller implements Disposable {
  readonly #parts: BusyPollerParts;
  readonly #disposables = new DisposableStore();
  readonly #ended = new AbortController();
  readonly #failed = new Set<string>();
  // Rows that were fetched in this round go behind the others.
  readonly #turns = new Map<string, number>();
  #turn = 0;
  #wait = FIRST_WAIT;
  #timer: Disposable | undefined;
  #isFetching = false;

  constructor(parts: BusyPollerParts) {
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
      this.#wait = FIRST_WAIT;
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
    for (const row of rows.slice(0, MOST_ROWS_PER_ROUND)) {
      if (this.#ended.signal.aborted) break;
      this.#turns.set(row.id, this.#turn);
      await this.#fetchOne(row);
    }
    this.#isFetching = false;
    if (this.#ended.signal.aborted) return;
    const isLess = this.#busy().length < rows.length;
    this.#wait = isLess ? FIRST_WAIT : Math.min(this.#wait * 1.5, LONGEST_WAIT);
    this.#look(false);
  }

  /** Never rejects. */
  async #fetchOne(row: TreeNode): Promise<void> {
    const { connection, version, kind, name, id } = row;
    const ref: ResourceRef = { connection, version, kind, name };
    try {
      await this.#parts.store.get(ref, this.#ended.signal);
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
    return parseRef(row) !== undefined && canDo(row.kind, 'get', row.version);
  }
}
