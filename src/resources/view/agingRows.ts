import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Event } from '../../base/event';
import { kindRow } from '../../catalog/kinds';
import type { TreeNode } from '../nodes';
import type { TreeModel } from '../treeModel';
import type { Visibility } from './heldEvents';

export interface AgingRowsParts {
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
  readonly #parts: AgingRowsParts;
  readonly #disposables = new DisposableStore();
  #timer: Disposable | undefined;

  constructor(parts: AgingRowsParts) {
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
