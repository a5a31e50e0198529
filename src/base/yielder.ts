import type { Clock } from './clock';
import { systemClock } from './clock';

/** Maximum time before yielding to the event loop, in ms. */
const LONGEST = 8;

/** Yields regularly during loops over thousands of items. */
export class Turns {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #others: () => Promise<void>;
  #since: number;

  constructor(clock: Pick<Clock, 'monotonic'> = systemClock, others = untilOthersHadTheirTurn) {
    this.#clock = clock;
    this.#others = others;
    this.#since = clock.monotonic();
  }

  /** Call between items. Yields only if the time slice is used up. */
  async next(): Promise<void> {
    if (this.#clock.monotonic() - this.#since < LONGEST) return;
    await this.#others();
    this.#since = this.#clock.monotonic();
  }
}

function untilOthersHadTheirTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
