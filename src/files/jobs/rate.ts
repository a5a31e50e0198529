import type { Clock } from '../../base/clock';

/** Milliseconds over which a rate is taken, and of which something must be known before one is told. */
const WINDOW = 5000;
const LEAST = 1000;

/** How fast something grows, over the last seconds. */
export class Rate {
  readonly #clock: Clock;
  #samples: { readonly at: number; readonly value: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A value as it is now. A smaller one than before begins anew. */
  add(value: number): void {
    const at = this.#clock.monotonic();
    const last = this.#samples.at(-1);
    if (last && value < last.value) this.#samples = [];
    // The last one before the window is its beginning.
    const first = this.#samples.findLastIndex((sample) => sample.at <= at - WINDOW);
    this.#samples = [...this.#samples.slice(Math.max(0, first)), { at, value }];
  }

  /** Per second; undefined while too little is known. */
  get perSecond(): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last || last.at - first.at < LEAST) return undefined;
    return ((last.value - first.value) * 1000) / (last.at - first.at);
  }
}
