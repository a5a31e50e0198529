import { type Disposable, toDisposable } from './disposable';

/** Subscribes to something that happened; the shape of VS Code's own events. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The side that tells. One failing listener does not keep the others from being told. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #onError: (error: unknown) => void;

  /** @param onError takes what a listener throws; by default it is rethrown once all were told. */
  constructor(onError?: (error: unknown) => void) {
    this.#onError =
      onError ??
      ((error) => {
        throw error;
      });
  }

  readonly event: Event<T> = (listener) => {
    // A wrapper of its own, so that the same function can listen twice and leave once.
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  };

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  fire(value: T): void {
    const failures: unknown[] = [];
    for (const listener of [...this.#listeners]) {
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

/** Reads a value every time it is called, and tells it the first time and whenever it is another one. */
export function distinct<T>(read: () => T, tell: (value: T) => void): () => void {
  let last: { readonly value: T } | undefined;
  return () => {
    const value = read();
    if (last && Object.is(last.value, value)) return;
    last = { value };
    tell(value);
  };
}
