import { DisposableStore, type Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/event';

/** Whether a view can be seen. */
export interface Visibility {
  readonly visible: boolean;
  readonly onDidChangeVisibility: (
    listener: (change: { readonly visible: boolean }) => void,
  ) => Disposable;
}

// Rows that are told one by one when the view comes back; for more, everything is drawn anew.
const MOST_HELD = 20;

/** Passes changes of rows on while their view can be seen; those that come otherwise wait until it can be. */
export class HeldEvents<T> implements Disposable {
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
