/** Same shape as `vscode.Disposable`. */
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
 * Disposes many items together, newest first. Items added after disposal are disposed immediately, so that late
 * async work can't leak.
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

  delete(item: Disposable): void {
    if (this.#items.delete(item)) item.dispose();
  }

  dispose(): void {
    this.#disposed = true;
    for (const item of [...this.#items].reverse()) item.dispose();
    this.#items.clear();
  }
}

/** Holds one disposable at a time; setting a new one disposes the previous one. */
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
