import { randomBytes } from 'node:crypto';
import type { Clock } from '../base/clock';
import type { MockRegistry } from './answers';
import { seedOf } from './digest';
import type { ModelCatalog } from './models';
import type { State } from './state';

export interface HandlerContext {
  readonly models: ModelCatalog;
  readonly state: State;
  readonly time: ServerTime;
  readonly ids: Ids;
  readonly visibility: Visibility;
  readonly sentBeginnings: PromptPrefixCache;
  readonly answers: MockRegistry;
}

// Keyed by state, as catch-up runs use a world with another time.
const faultListeners = new WeakMap<State, (error: unknown) => void>();

export function onFault({ state }: HandlerContext, listener: (error: unknown) => void): void {
  faultListeners.set(state, listener);
}

export function reportFault({ state }: HandlerContext, error: unknown): void {
  faultListeners.get(state)?.(error);
}

export class ServerTime {
  readonly #clock: Clock;
  readonly #isFixed: boolean;
  #base: number;
  readonly #waiting = new Set<() => void>();

  /** @param fixedAt fixed time in ms since 1970, until it is moved */
  constructor(clock: Clock, fixedAt?: number) {
    this.#clock = clock;
    this.#isFixed = fixedAt !== undefined;
    this.#base = fixedAt ?? 0;
  }

  /** In ms since 1970. */
  now(): number {
    return this.#isFixed ? this.#base : this.#clock.now() + this.#base;
  }

  move(ms: number): void {
    this.#base += ms;
    this.wake();
  }

  /** Returns a fixed clock at another time, for catch-up runs. */
  at(time: number): ServerTime {
    return new ServerTime(this.#clock, time);
  }

  /**
   * Resolves at a time, or earlier after `move` or `wake`. Rejects with the reason of the signal
   * when aborted.
   */
  until(at: number, signal: AbortSignal): Promise<void> {
    const left = at - this.now();
    if (left <= 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        timer?.dispose();
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', leave);
      };
      const wake = (): void => {
        end();
        resolve();
      };
      const leave = (): void => {
        end();
        reject(signal.reason as Error);
      };
      const flows = !this.#isFixed && Number.isFinite(left);
      const timer = flows ? this.#clock.schedule(left, wake) : undefined;
      this.#waiting.add(wake);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  wake(): void {
    for (const wake of Array.from(this.#waiting)) wake();
  }

  /** Returns RFC 3339 with microseconds, as in create times of the live API. */
  stamp(at = this.now()): string {
    return new Date(at).toISOString().replace('Z', '000Z');
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Generates the random parts of names, repeatable with a seed. */
export class Ids {
  readonly #seed: string;
  readonly #repeats: boolean;
  #count = 0;

  constructor(seed?: string) {
    this.#seed = seed ?? randomBytes(16).toString('hex');
    this.#repeats = seed !== undefined;
  }

  restart(): void {
    if (this.#repeats) this.#count = 0;
  }

  /** Returns characters a–z and 0–9. The live API uses 12. */
  random(length = 12): string {
    this.#count += 1;
    return Array.from({ length }, (_none, index) => {
      const at = seedOf([this.#seed, this.#count, index]) % LETTERS.length;
      return LETTERS.charAt(at);
    }).join('');
  }

  /** Returns a default ID: a slug of the display name and 12 random characters. */
  derive(displayName: string): string {
    const slug = displayName
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 27)
      .replace(/-+$/, '');
    return slug === '' ? this.random() : `${slug}-${this.random()}`;
  }
}

/**
 * Hides new resources for a while, like the live API's eventual consistency. Only used by a fault; not
 * saved.
 */
export class Visibility {
  readonly #time: ServerTime;
  /** Time in ms since 1970 when each resource becomes visible. */
  readonly #until = new Map<string, number>();
  #delay = 0;

  constructor(time: ServerTime) {
    this.#time = time;
  }

  /** Hides resources created in `run` for a delay in ms of emulator time. */
  during<T>(delay: number, run: () => T): T {
    this.#delay = delay;
    try {
      return run();
    } finally {
      this.#delay = 0;
    }
  }

  /** Must be called with the name of each new resource. */
  created(name: string): void {
    if (this.#delay === 0) return;
    const now = this.#time.now();
    for (const [other, until] of this.#until) if (until <= now) this.#until.delete(other);
    this.#until.set(name, now + this.#delay);
  }

  clear(): void {
    this.#until.clear();
  }

  isSeen(name: string): boolean {
    if (this.#until.size === 0) return true;
    return (this.#until.get(name) ?? 0) <= this.#time.now();
  }
}

/** Lifetime of a prefix in ms after its last use. Not published. */
const KEPT_MS = 5 * 60 * 1000;
/** Maximum number of prefixes. The oldest are removed first. */
const MAX_PREFIXES = 20_000;

/** Hashes of sent prompt prefixes with their last use in emulator time. Not saved. */
export class PromptPrefixCache {
  readonly #time: { now(): number };
  /** In ms since 1970, sorted by time. */
  readonly #sent = new Map<string, number>();

  constructor(time: { now(): number }) {
    this.#time = time;
  }

  clear(): void {
    this.#sent.clear();
  }

  has(digest: string): boolean {
    const at = this.#sent.get(digest);
    // The clock may have been moved back.
    return at !== undefined && Math.abs(this.#time.now() - at) < KEPT_MS;
  }

  add(digests: readonly string[]): void {
    const now = this.#time.now();
    for (const digest of digests) {
      this.#sent.delete(digest);
      this.#sent.set(digest, now);
    }
    for (const digest of this.#sent.keys()) {
      if (this.#sent.size <= MAX_PREFIXES) return;
      this.#sent.delete(digest);
    }
  }
}
