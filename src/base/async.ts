import { type Clock, sleep } from './clock';
import type { Disposable } from './disposable';
import { CancelledError } from './errors';

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

/**
 * Waits for something that others may wait for too: when the signal aborts, only this wait ends, with
 * `CancelledError`.
 */
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

/** Waits for some milliseconds. Throws `CancelledError` when the signal aborts. */
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

/** Throws `CancelledError` once the signal has aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError(signal.reason);
}

/** Runs `work` once for many triggers: `delayMs` after the last of them. */
export class Debouncer implements Disposable {
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #work: () => void;
  #timer: Disposable | undefined;

  /** @param delayMs what `trigger` waits where it is not told otherwise. */
  constructor(clock: Clock, delayMs: number, work: () => void) {
    this.#clock = clock;
    this.#delayMs = delayMs;
    this.#work = work;
  }

  /** It was triggered and has not run since. */
  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  trigger(delayMs = this.#delayMs): void {
    this.#timer?.dispose();
    this.#timer = this.#clock.schedule(delayMs, () => this.flush());
  }

  /** Runs at once what is pending. */
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

/** As `Debouncer`, but counts from the first trigger: a steady stream of them does not put the work off. */
export class Throttle extends Debouncer {
  override trigger(delayMs?: number): void {
    if (!this.isPending) super.trigger(delayMs);
  }
}

/** Lets a limited number of jobs run at once, in the order in which they came. */
export class Semaphore {
  readonly #limit: () => number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  /** @param limit how many may run; asked anew whenever one comes or leaves. */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** Whether the next one would have to wait. */
  get isFull(): boolean {
    return this.#waiting.length > 0 || this.#taken >= this.#limit();
  }

  /** Does `work` when there is room for it. Throws what that throws, and `CancelledError` when the wait is given up. */
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
 * Works on all items, at most `limit` at once. The next one is taken only when there is room. Throws the first
 * failure once what was under way has ended; nothing is taken after it.
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

/** Functions by name, all of which load with the first that is called. `names` are those of what `load` gives. */
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
