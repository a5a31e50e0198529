import { randomBytes } from 'node:crypto';
import type { Clock } from '../base/clock';
import type { AnswerBook } from './answers';
import { seedOf } from './digest';
import type { ModelCatalog } from './models';
import type { SentBeginnings } from './sentBeginnings';
import type { State } from './state';

/** What handlers work on. */
export interface World {
  readonly models: ModelCatalog;
  readonly state: State;
  readonly time: ServiceTime;
  readonly ids: Ids;
  readonly visibility: Visibility;
  /** Beginnings of prompts that were sent before. */
  readonly sentBeginnings: SentBeginnings;
  /** What is answered by rules in place of the engine. */
  readonly answers: AnswerBook;
}

// Of the state, as what is made up for later is done in a world of another time.
const faultListeners = new WeakMap<State, (error: unknown) => void>();

/** @param listener takes what `tellFault` is given. */
export function onFault({ state }: World, listener: (error: unknown) => void): void {
  faultListeners.set(state, listener);
}

/** Tells of a fault of the emulator's in work that nobody waits for. */
export function tellFault({ state }: World, error: unknown): void {
  faultListeners.get(state)?.(error);
}

/** The time as the emulated service sees it: it can be moved, and stands still where it was fixed. */
export class ServiceTime {
  readonly #clock: Clock;
  readonly #isFixed: boolean;
  #base: number;
  readonly #waiting = new Set<() => void>();

  /** @param fixedAt milliseconds since 1970: time stands still there until it is moved. */
  constructor(clock: Clock, fixedAt?: number) {
    this.#clock = clock;
    this.#isFixed = fixedAt !== undefined;
    this.#base = fixedAt ?? 0;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#isFixed ? this.#base : this.#clock.now() + this.#base;
  }

  /** @param ms may be negative. */
  move(ms: number): void {
    this.#base += ms;
    this.wake();
  }

  /** The service as it was or will be at a time, which stands still there: for what is made up for later. */
  at(time: number): ServiceTime {
    return new ServiceTime(this.#clock, time);
  }

  /**
   * Resolves when the time has come, and earlier where somebody moves it or calls `wake`; rejects with the signal's
   * reason as soon as it aborts.
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

  /** Lets those look again who wait for a time: what they wait for has changed. */
  wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** RFC 3339 with microseconds, as the service writes when something was created. */
  stamp(at = this.now()): string {
    return new Date(at).toISOString().replace('Z', '000Z');
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Makes the random parts of names: the same ones again where a seed was given. */
export class Ids {
  readonly #seed: string;
  readonly #repeats: boolean;
  #count = 0;

  constructor(seed?: string) {
    this.#seed = seed ?? randomBytes(16).toString('hex');
    this.#repeats = seed !== undefined;
  }

  /** Begins anew, as at a start: with the same ones where a seed was given. */
  restart(): void {
    if (this.#repeats) this.#count = 0;
  }

  /** So many of a-z and 0-9; the service uses 12. */
  random(length = 12): string {
    this.#count += 1;
    return Array.from({ length }, (_none, index) => {
      const at = seedOf([this.#seed, this.#count, index]) % LETTERS.length;
      return LETTERS.charAt(at);
    }).join('');
  }

  /** The id that the service makes where none was given: the display name as an id, and 12 characters. */
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
 * Hides new resources for a while, as the service does for some seconds: they are neither found nor listed,
 * and nothing can be created in them. Only a fault asks for it; a restart forgets it.
 */
export class Visibility {
  readonly #time: ServiceTime;
  /** Milliseconds since 1970 at which each is seen. */
  readonly #until = new Map<string, number>();
  #delay = 0;

  constructor(time: ServiceTime) {
    this.#time = time;
  }

  /** What is created within `run` is not seen for so many milliseconds of the service's time. */
  during<T>(delay: number, run: () => T): T {
    this.#delay = delay;
    try {
      return run();
    } finally {
      this.#delay = 0;
    }
  }

  /** To be called with the name of everything that is created. */
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
