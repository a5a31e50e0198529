import type { Clock } from '../../base/clock';

/** The time as the emulated service sees it: it can be moved, and stands still where it was fixed. */
export class ServiceTime {
  readonly #clock: Clock;
  readonly #isFixed: boolean;
  #base: number;

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
  }

  /** RFC 3339 with microseconds, as the service writes when something was created. */
  stamp(at = this.now()): string {
    return new Date(at).toISOString().replace('Z', '000Z');
  }
}
