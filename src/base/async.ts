/**
 * Runs at most one `work` per key at a time; callers that come meanwhile share its result. A failure is
 * shared too, and forgotten.
 */
export class SingleFlight<K, T> {
  readonly #running = new Map<K, Promise<T>>();

  run(key: K, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running) return running;
    const started = work().finally(() => {
      if (this.#running.get(key) === started) this.#running.delete(key);
    });
    this.#running.set(key, started);
    return started;
  }

  /** Later callers start anew; those who wait keep what they wait for. */
  forget(key: K): void {
    this.#running.delete(key);
  }

  /** As `forget`, for every key of which the test holds. */
  forgetWhere(test: (key: K) => boolean): void {
    for (const key of [...this.#running.keys()].filter(test)) this.#running.delete(key);
  }
}

/** Computes a value once, on first use; a failure is not kept. */
export function lazy<T>(create: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => {
    value ??= create().catch((error: unknown) => {
      value = undefined;
      throw error;
    });
    return value;
  };
}
