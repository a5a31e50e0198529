import type { Clock } from './clock';
import { systemClock } from './clock';

/** Maximum time before yielding to the event loop, in ms. */
const MAX_BLOCKING_MS = 8;

/** Yields regularly during loops over thousands of items. */
export class Yielder {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #others: () => Promise<void>;
  #since: number;

  constructor(clock: Pick<Clock, 'monotonic'> = systemClock, others = yieldToEventLoop) {
    this.#clock = clock;
    this.#others = others;
    this.#since = clock.monotonic();
  }

  /** Call between items. Yields only if the time slice is used up. */
  async yieldIfDue(): Promise<void> {
    if (this.#clock.monotonic() - this.#since < MAX_BLOCKING_MS) return;
    await this.#others();
    this.#since = this.#clock.monotonic();
  }
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
