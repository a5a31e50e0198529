import { type Clock, sleep } from './clock';
import type { Disposable } from './disposable';
import { CancelledError } from './errors';

/**
 * Runs at most one `work` per key at a time; concurrent callers share its result. Results, including failures,
 * aren't cached.
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

  /** Makes later callers start new work; callers already waiting still get the old result. */
  forget(key: K): void {
    this.#running.delete(key);
  }

  forgetWhere(test: (key: K) => boolean): void {
    for (const key of [...this.#running.keys()].filter(test)) this.#running.delete(key);
  }
}

/** Returns a function that computes its value on first use. Failures aren't cached. */
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

/** Waits for shared work. If the signal aborts, only this wait ends, with `CancelledError`. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new CancelledError(signal.reason));
    if (signal.aborted) {
      onAbort();
    } else {
      signal.addEventListener('abort', onAbort, { once: true });
    }
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

export async function cancellableSleep(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await sleep(clock, ms, signal);
  } catch (error) {
    throw new CancelledError(error);
  }
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError(signal.reason);
}

/** Runs `work` once for many triggers, `delayMs` after the last trigger. */
export class Debouncer implements Disposable {
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #work: () => void;
  #timer: Disposable | undefined;

  /** @param delayMs default delay of `trigger`, in ms */
  constructor(clock: Clock, delayMs: number, work: () => void) {
    this.#clock = clock;
    this.#delayMs = delayMs;
    this.#work = work;
  }

  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  trigger(delayMs = this.#delayMs): void {
    this.#timer?.dispose();
    this.#timer = this.#clock.schedule(delayMs, () => this.flush());
  }

  flush(): void {
    if (!this.#timer) return;
    this.cancel();
    this.#work();
  }

  cancel(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  dispose(): void {
    this.cancel();
  }
}

/** A `Debouncer` that counts from the first trigger, so that a steady stream can't postpone the work forever. */
export class Throttle extends Debouncer {
  override trigger(delayMs?: number): void {
    if (!this.isPending) super.trigger(delayMs);
  }
}

/** Limits the number of concurrent jobs and starts waiting jobs in FIFO order. */
export class Semaphore {
  readonly #limit: () => number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  /** @param limit maximum number of concurrent jobs, read again whenever a job arrives or ends */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.#waiting.length > 0 || this.#taken >= this.#limit();
  }

  /** Runs `work` when a slot is free. Throws `CancelledError` if the signal aborts while waiting. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#taken--;
      this.#admit();
    }
  }

  #enter(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(new CancelledError(signal.reason));
        return;
      }
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(new CancelledError(signal.reason));
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(enter);
      this.#admit();
    });
  }

  #admit(): void {
    while (this.#taken < this.#limit()) {
      const enter = this.#waiting.shift();
      if (!enter) return;
      this.#taken++;
      enter();
    }
  }
}

/**
 * Processes all items, up to `limit` at once, pulling each item only when a slot is free.
 * After a failure no item is started; throws the first failure once the running work has ended.
 */
export async function mapConcurrent<T>(
  limit: number,
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    if (failures.length > 0) break;
    const one: Promise<void> = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= limit) await Promise.race(running);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}

type Functions<N extends string> = { readonly [K in N]: (...args: never[]) => unknown };

/**
 * Returns functions that load together on the first call. `names` are the keys of the object that `load` returns.
 */
export function lazyFunctions<N extends string, T extends Functions<N>>(
  names: readonly N[],
  load: () => Promise<T>,
): { readonly [K in N]: (...args: Parameters<T[K]>) => Promise<Awaited<ReturnType<T[K]>>> } {
  const functions = names.map((name) => [
    name,
    async (...args: never[]) => await (await load())[name](...args),
  ]);
  return Object.fromEntries(functions) as ReturnType<typeof lazyFunctions<N, T>>;
}
