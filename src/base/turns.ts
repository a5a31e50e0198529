import type { Clock } from './clock';
import { systemClock } from './clock';

/** Milliseconds after which everything else gets its turn. */
const LONGEST = 8;

/** For work on thousands of things, one after the other: keeps nothing else waiting for long. */
export class Turns {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #others: () => Promise<void>;
  #since: number;

  /** @param others resolves once everything else had its turn */
  constructor(clock: Pick<Clock, 'monotonic'> = systemClock, others = untilOthersHadTheirTurn) {
    this.#clock = clock;
    this.#others = others;
    this.#since = clock.monotonic();
  }

  /** Between two things: resolves at once, unless the work has gone on for long enough. */
  async next(): Promise<void> {
    if (this.#clock.monotonic() - this.#since < LONGEST) return;
    await this.#others();
    this.#since = this.#clock.monotonic();
  }
}

function untilOthersHadTheirTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
