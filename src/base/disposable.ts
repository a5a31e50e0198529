/** Something that is released once. The shape VS Code's own disposables have. */
export interface Disposable {
  dispose(): void;
}

export function toDisposable(dispose: () => void): Disposable {
  let done = false;
  return {
    dispose() {
      if (done) return;
      done = true;
      dispose();
    },
  };
}

/**
 * Releases many things together, newest first. What is added after that is released at once, so that
 * work which finishes late cannot leak.
 */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  #disposed = false;

  get isDisposed(): boolean {
    return this.#disposed;
  }

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.add(item);
    return item;
  }

  /** Releases one item and forgets it. */
  delete(item: Disposable): void {
    if (this.#items.delete(item)) item.dispose();
  }

  dispose(): void {
    this.#disposed = true;
    for (const item of [...this.#items].reverse()) item.dispose();
    this.#items.clear();
  }
}

/** Holds one disposable at a time; a new one releases its predecessor. */
export class DisposableSlot<T extends Disposable> implements Disposable {
  #value: T | undefined;
  #disposed = false;

  get value(): T | undefined {
    return this.#value;
  }

  set value(value: T | undefined) {
    if (this.#value === value) return;
    this.#value?.dispose();
    this.#value = value;
    if (this.#disposed) this.dispose();
  }

  dispose(): void {
    this.#disposed = true;
    this.#value?.dispose();
    this.#value = undefined;
  }
}
