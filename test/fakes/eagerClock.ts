import type { Clock } from '../../src/base/clock';

/** A clock on which every wait is over at once, and has taken its time. It keeps how long each was. */
export class EagerClock implements Clock {
  /** Milliseconds of each wait. */
  readonly waits: number[] = [];
  #time = 0;

  monotonic(): number {
    return this.#time;
  }

  now(): number {
    return Date.UTC(2026, 0, 31, 12) + this.#time;
  }

  schedule(ms: number, run: () => void): { dispose(): void } {
    this.waits.push(ms);
    this.#time += ms;
    const immediate = setImmediate(run);
    return { dispose: () => clearImmediate(immediate) };
  }
}
