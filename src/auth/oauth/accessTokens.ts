import { abortable, SingleFlight } from '../../base/async';
import type { Clock } from '../../base/clock';
import { AppError, CancelledError } from '../../base/errors';

/** A new access token. */
export interface FreshToken {
  readonly accessToken: string;
  /** Milliseconds that it lasts from now. */
  readonly expiresInMs: number;
}

interface HeldToken {
  readonly token: string;
  readonly lifeMs: number;
  /** When it came, by both clocks. */
  readonly monotonic: number;
  readonly now: number;
  /** It took the place of one that the service refused. */
  readonly replacedRefused: boolean;
}

// Milliseconds before its end that a token is renewed; half its life where that is less.
const MARGIN = 5 * 60_000;
// Milliseconds in which a token still serves after it could not be renewed early.
const PAUSE = 60_000;
// Milliseconds in which a new token that is refused too is not replaced again: it is not the token then.
const TRUST = 60_000;

/**
 * The access token of one sign-in in this window. However many ask, there is one refresh at a time. The
 * age of a token is what the monotonic clock says, or the wall clock where that went further: the
 * monotonic one may stand still while the machine sleeps.
 */
export class AccessTokens {
  readonly #clock: Clock;
  readonly #refresh: () => Promise<FreshToken>;
  readonly #flight = new SingleFlight<'refresh', HeldToken>();
  #held: HeldToken | undefined;
  #pausedAt: number | undefined;

  /**
   * @param refresh gets a new token, with limits of time of its own; what it throws ends the calls.
   * @param first what came with the sign-in just now.
   */
  constructor(clock: Clock, refresh: () => Promise<FreshToken>, first?: FreshToken) {
    this.#clock = clock;
    this.#refresh = refresh;
    this.#held = first && this.#hold(first, false);
  }

  /** A token that is valid as far as is known. The signal ends this wait only, not the refresh. */
  async get(signal?: AbortSignal): Promise<string> {
    const held = this.#held;
    if (held && !this.#isDue(held)) return held.token;
    try {
      const fresh = await abortable(this.#renew(false), signal);
      return fresh.token;
    } catch (error) {
      if (!held || !this.#stillServes(held, error)) throw error;
      this.#pausedAt = this.#clock.monotonic();
      return held.token;
    }
  }

  /** A token that is got now, whatever is held: whether the sign-in still gives any. */
  async fresh(signal?: AbortSignal): Promise<string> {
    return (await abortable(this.#renew(false), signal)).token;
  }

  /**
   * The service answered 401 to a token. True where another one is there, after a refresh if need be; false
   * where that would not help. Many callers with the same token share one refresh.
   */
  async refused(token: string, signal?: AbortSignal): Promise<boolean> {
    const held = this.#held;
    if (held?.token !== token) return true;
    if (held.replacedRefused && this.#clock.monotonic() - held.monotonic < TRUST) return false;
    await abortable(this.#renew(true), signal);
    return true;
  }

  #renew(replacesRefused: boolean): Promise<HeldToken> {
    return this.#flight.run('refresh', async () => {
      const fresh = await this.#refresh();
      this.#pausedAt = undefined;
      return (this.#held = this.#hold(fresh, replacesRefused));
    });
  }

  #hold({ accessToken, expiresInMs }: FreshToken, replacedRefused: boolean): HeldToken {
    return {
      token: accessToken,
      lifeMs: expiresInMs,
      monotonic: this.#clock.monotonic(),
      now: this.#clock.now(),
      replacedRefused,
    };
  }

  #isDue(held: HeldToken): boolean {
    const paused = this.#pausedAt;
    const isPaused = paused !== undefined && this.#clock.monotonic() - paused < PAUSE;
    const margin = isPaused ? 0 : Math.min(MARGIN, held.lifeMs / 2);
    return this.#age(held) >= held.lifeMs - margin;
  }

  #age({ monotonic, now }: HeldToken): number {
    return Math.max(this.#clock.monotonic() - monotonic, this.#clock.now() - now);
  }

  /** Whether a token that was to be renewed early can be used once more. */
  #stillServes(held: HeldToken, error: unknown): boolean {
    if (CancelledError.is(error)) return false;
    const reason: unknown = error instanceof AppError ? error.reason : undefined;
    const isLasting = LASTING.some((one) => one === reason);
    return !isLasting && this.#held === held && this.#age(held) < held.lifeMs;
  }
}

/** What a refresh fails with when the next one will fail too. */
const LASTING: readonly string[] = ['signedOut', 'notSignedIn', 'badClient', 'policy'];
