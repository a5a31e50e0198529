import type { Clock } from '../../src/base/clock';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that only moves when it is told to. */
export class FakeClock implements Clock {
  #time = 0;
  readonly #timers = new Set<Timer>();

  monotonic(): number {
    return this.#time;
  }

  now(): number {
    return Date.UTC(2026, 0, 31, 12) + this.#time;
  }

  schedule(ms: number, run: () => void): { dispose(): void } {
    const timer = { at: this.#time + ms, run };
    this.#timers.add(timer);
    return { dispose: () => this.#timers.delete(timer) };
  }

  /** How many wait. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves on by `ms` milliseconds and runs what is due on the way, each at its own time. */
  advance(ms: number): void {
    const end = this.#time + ms;
    for (;;) {
      const due = [...this.#timers].filter((timer) => timer.at <= end);
      const next = due.sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers.delete(next);
      this.#time = Math.max(this.#time, next.at);
      next.run();
    }
    this.#time = end;
  }
}
