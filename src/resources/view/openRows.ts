import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Event } from '../../base/event';

/** Where the choices are kept. */
interface Kept {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** What tells that the user opened or closed a row. */
interface Folding<T> {
  readonly onDidExpandElement: Event<{ readonly element: T }>;
  readonly onDidCollapseElement: Event<{ readonly element: T }>;
}

const KEY = 'resources.open';

/** Rows that are remembered, the latest: each open one may cost a request when the window opens. */
export const MOST_REMEMBERED = 50;

/** Which rows the user has opened and closed. VS Code forgets that with the window. */
export class OpenRows<T> implements Disposable {
  readonly #kept: Kept;
  readonly #idOf: (row: T) => string;
  readonly #disposables = new DisposableStore();

  constructor(view: Folding<T>, kept: Kept, idOf: (row: T) => string) {
    this.#kept = kept;
    this.#idOf = idOf;
    this.#disposables.add(view.onDidExpandElement(({ element }) => this.#note(element, true)));
    this.#disposables.add(view.onDidCollapseElement(({ element }) => this.#note(element, false)));
  }

  /** Whether a row was left open; undefined where the user never opened or closed it. */
  wasOpen(row: T): boolean | undefined {
    return this.#read().get(this.#idOf(row));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #note(row: T, isOpen: boolean): void {
    const id = this.#idOf(row);
    const rows = this.#read();
    // Behind all others.
    rows.delete(id);
    rows.set(id, isOpen);
    const [oldest] = rows.keys();
    if (rows.size > MOST_REMEMBERED && oldest !== undefined) rows.delete(oldest);
    void this.#kept.update(KEY, [...rows]);
  }

  /** What is kept is the only copy: it holds a few rows, and is in memory. */
  #read(): Map<string, boolean> {
    return new Map(readRows(this.#kept.get(KEY)));
  }
}

function readRows(kept: unknown): readonly (readonly [string, boolean])[] {
  return Array.isArray(kept) ? kept.filter(isRow) : [];
}

function isRow(value: unknown): value is readonly [string, boolean] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'boolean';
}
