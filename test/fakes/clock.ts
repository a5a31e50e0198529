import type { Clock } from '../../src/base/clock';
import { toDisposable, type Disposable } from '../../src/base/disposable';

/** Time that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now = 1_700_000_000_000;
  #timers: { readonly due: number; readonly run: () => void }[] = [];

  monotonic(): number {
    return this.#now;
  }

  now(): number {
    return this.#now;
  }

  get pending(): number {
    return this.#timers.length;
  }

  schedule(ms: number, run: () => void): Disposable {
    const timer = { due: this.#now + ms, run };
    this.#timers.push(timer);
    return toDisposable(() => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    });
  }

  /** Moves on by `ms` milliseconds and runs what falls due, earliest first. */
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter((timer) => timer.due <= this.#now);
    this.#timers = this.#timers.filter((timer) => timer.due > this.#now);
    for (const { run } of due.sort((a, b) => a.due - b.due)) run();
  }
}
