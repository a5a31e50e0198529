import { FakeClock } from './clock';

/** A clock whose wall time is set, by a person or after a sleep, while its monotonic time goes its own way. */
export class OddClock extends FakeClock {
  /** Milliseconds that the wall time is ahead. */
  shift = 0;

  override now(): number {
    return super.now() + this.shift;
  }
}
