import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { TransportError } from '../errors/transportError';

export interface WatchdogLimits {
  /** Milliseconds until everything must be there; undefined where it may take as long as it goes on. */
  readonly timeoutMs: number | undefined;
  /** Milliseconds that a wait for the next bytes may take, once `watchIdle` was called. */
  readonly idleMs: number;
}

/**
 * Ends an exchange that takes too long. Two timers at most, none per piece of a body; and only one where
 * the body comes with its head, as most do.
 */
export class Watchdog implements Disposable {
  readonly #clock: Clock;
  readonly #limits: WatchdogLimits;
  readonly #expire: (error: TransportError) => void;
  readonly #deadline: Disposable | undefined;
  #idle: Disposable | undefined;
  #waitingSince: number | undefined;
  #watchesIdle = false;
  #disposed = false;

  constructor(clock: Clock, limits: WatchdogLimits, expire: (error: TransportError) => void) {
    this.#clock = clock;
    this.#limits = limits;
    this.#expire = expire;
    const { timeoutMs } = limits;
    if (timeoutMs === undefined) return;
    this.#deadline = clock.schedule(timeoutMs, () => expire(timedOut(timeoutMs)));
  }

  /** A wait that begins from now on may not be longer than the idle limit. */
  watchIdle(): void {
    this.#watchesIdle = true;
  }

  /** The reader wants bytes and there are none. A reader that wants none is no reason to end. */
  beginWait(): void {
    this.#waitingSince = this.#clock.monotonic();
    if (this.#watchesIdle) this.#watchWait();
  }

  endWait(): void {
    this.#waitingSince = undefined;
  }

  dispose(): void {
    this.#disposed = true;
    this.#deadline?.dispose();
    this.#idle?.dispose();
  }

  /** A timer that already runs looks itself how long the wait of its time is. */
  #watchWait(): void {
    if (!this.#idle && !this.#disposed) this.#scheduleIdle(this.#limits.idleMs);
  }

  #scheduleIdle(ms: number): void {
    this.#idle = this.#clock.schedule(ms, () => {
      this.#idle = undefined;
      if (this.#waitingSince === undefined) return;
      const { idleMs } = this.#limits;
      const waited = this.#clock.monotonic() - this.#waitingSince;
      if (waited >= idleMs) this.#expire(stoodStill(idleMs));
      else this.#scheduleIdle(idleMs - waited);
    });
  }
}

function timedOut(ms: number): TransportError {
  return new TransportError('timeout', `The answer was not complete after ${seconds(ms)}.`, {
    hint: 'Try again; a shorter prompt is answered sooner.',
  });
}

function stoodStill(ms: number): TransportError {
  return new TransportError('idle', `The connection stood still for ${seconds(ms)}.`, {
    hint: 'What came before is kept. Check the network and try again.',
  });
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}
