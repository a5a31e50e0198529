import type { Clock } from '../../base/clock';
import { DisposableSlot, type Disposable } from '../../base/disposable';
import { wholeSeconds } from './waitWords';

/** Tells the whole seconds that are left, each once, from the first to 0. */
export class Countdown {
  readonly #clock: Clock;
  readonly #tell: (seconds: number) => void;
  readonly #timer = new DisposableSlot<Disposable>();

  constructor(clock: Clock, tell: (seconds: number) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Begins, or begins anew. The first is told at once. */
  start(ms: number): void {
    const end = this.#clock.monotonic() + ms;
    this.#next(end);
  }

  stop(): void {
    this.#timer.value = undefined;
  }

  #next(end: number): void {
    const left = end - this.#clock.monotonic();
    const seconds = wholeSeconds(left);
    this.#tell(seconds);
    this.#timer.value =
      seconds > 0
        ? this.#clock.schedule(left - (seconds - 1) * 1000, () => this.#next(end))
        : undefined;
  }
}
