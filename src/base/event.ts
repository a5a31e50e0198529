import { type Disposable, toDisposable } from './disposable';

/** Same shape as `vscode.Event`. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Fires events. A failing listener doesn't stop the other listeners. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #onError: (error: unknown) => void;

  /** @param onError receives listener errors; by default the error is rethrown after all listeners have run */
  constructor(onError?: (error: unknown) => void) {
    this.#onError =
      onError ??
      ((error) => {
        throw error;
      });
  }

  readonly event: Event<T> = (listener) => {
    // A new wrapper per subscription, so that the same function can subscribe twice.
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  };

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  fire(value: T): void {
    const failures: unknown[] = [];
    for (const listener of Array.from(this.#listeners)) {
      try {
        listener(value);
      } catch (error) {
        failures.push(error);
      }
    }
    for (const failure of failures) this.#onError(failure);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** Reads a value on each call and reports it the first time and whenever it changes. */
export function distinct<T>(read: () => T, tell: (value: T) => void): () => void {
  let last: { readonly value: T } | undefined;
  return () => {
    const value = read();
    if (last && Object.is(last.value, value)) return;
    last = { value };
    tell(value);
  };
}
