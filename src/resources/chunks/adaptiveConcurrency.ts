import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { delayAfterAttempt, nextDelay, waitPolicies } from '../../base/waitPolicies';

// Milliseconds.
const STEP = 1000;

/**
 * How many calls may run at once. The service says so only by refusing: then it is half as many, and one more
 * each second up to where it began. The number that was refused is tried again later and later, as each try
 * costs a call.
 */
export class AdaptiveConcurrency {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #limit: number;
  #active = 0;
  #growAt = 0;
  /** How often the number was cut. */
  #cuts = 0;
  #pausedUntil = 0;
  /** What was refused, and when it is tried again. */
  #ceiling = Infinity;
  #probeAt = 0;
  #hold: number | undefined;
  #refusals = 0;
  #timer: Disposable | undefined;

  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
    this.#limit = most;
  }

  /** Refusals since the last call that was taken; those of calls that ran at the same time count once. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Resolves when a call may begin, with a ticket for `refused`; at once after `dispose`. */
  async enter(): Promise<number> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#admit();
    });
    return this.#cuts;
  }

  /** A call that was let in is over, whatever it ended with. */
  leave(): void {
    this.#active -= 1;
    this.#admit();
  }

  succeeded(): void {
    this.#refusals = 0;
  }

  /**
   * A call was refused because there were too many.
   *
   * @param ticket what `enter` gave for it.
   * @param asked milliseconds that the service asks to wait; 0 where it does not.
   */
  refused(ticket: number, asked: number): void {
    const now = this.#clock.monotonic();
    if (asked > 0) this.#pausedUntil = Math.max(this.#pausedUntil, now + asked);
    // It began before the number was cut, and says nothing of the smaller one.
    if (ticket < this.#cuts) return;
    this.#refusals += 1;
    if (this.#limit === 1) {
      const pause = delayAfterAttempt(waitPolicies.refusedBatch, this.#refusals);
      this.#pausedUntil = Math.max(this.#pausedUntil, now + pause);
    }
    this.#ceiling = Math.max(2, this.#limit);
    this.#limit = Math.ceil(this.#limit / 2);
    this.#cuts += 1;
    this.#growAt = now + STEP;
    this.#hold = nextDelay(waitPolicies.concurrencyProbe, this.#hold);
    this.#probeAt = now + this.#hold;
  }

  /** Lets in all who wait: nothing is going to be sent any more. */
  dispose(): void {
    this.#timer?.dispose();
    this.#limit = Infinity;
    this.#pausedUntil = 0;
    this.#admit();
  }

  #admit(): void {
    this.#timer?.dispose();
    const now = this.#clock.monotonic();
    this.#grow(now);
    while (this.#waiting.length > 0 && this.#active < this.#limit && now >= this.#pausedUntil) {
      this.#active += 1;
      this.#waiting.shift()?.();
    }
    if (this.#waiting.length === 0) return;
    const next = now < this.#pausedUntil ? this.#pausedUntil : this.#nextGrowth();
    if (next > now && next < Infinity) {
      this.#timer = this.#clock.schedule(next - now, () => this.#admit());
    }
  }

  #grow(now: number): void {
    while (now >= this.#nextGrowth()) {
      // It was not refused this time.
      if (this.#limit >= this.#ceiling) this.#ceiling = Infinity;
      this.#limit += 1;
      this.#growAt = now + STEP;
    }
  }

  #nextGrowth(): number {
    if (this.#limit >= this.#most) return Infinity;
    return this.#limit + 1 === this.#ceiling ? Math.max(this.#growAt, this.#probeAt) : this.#growAt;
  }
}
