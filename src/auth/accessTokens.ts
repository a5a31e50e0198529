import * as l10n from '@vscode/l10n';
import { abortable, SingleFlight } from '../base/async';
import type { Clock } from '../base/clock';
import { AppError, CancelledError } from '../base/errors';
import { isSameToken, type StoredSignIn, type TokenStore } from './secretStore';
import type { TokenAnswer, TokenEndpoint } from './tokenEndpoint';

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
const RENEWAL_MARGIN = 5 * 60_000;
// Milliseconds in which a token still serves after it could not be renewed early.
const RENEWAL_PAUSE = 60_000;
// Milliseconds in which a new token that is refused too is not replaced again: it is not the token then.
const REPLACED_PAUSE = 60_000;

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
    if (held.replacedRefused && this.#clock.monotonic() - held.monotonic < REPLACED_PAUSE)
      return false;
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
    const isPaused = paused !== undefined && this.#clock.monotonic() - paused < RENEWAL_PAUSE;
    const margin = isPaused ? 0 : Math.min(RENEWAL_MARGIN, held.lifeMs / 2);
    return this.#age(held) >= held.lifeMs - margin;
  }

  #age({ monotonic, now }: HeldToken): number {
    return Math.max(this.#clock.monotonic() - monotonic, this.#clock.now() - now);
  }

  /** Whether a token that was to be renewed early can be used once more. */
  #stillServes(held: HeldToken, error: unknown): boolean {
    if (CancelledError.is(error)) return false;
    const reason: unknown = error instanceof AppError ? error.reason : undefined;
    const isLasting = PERMANENT_REASONS.some((one) => one === reason);
    return !isLasting && this.#held === held && this.#age(held) < held.lifeMs;
  }
}

/** What a refresh fails with when the next one will fail too. */
const PERMANENT_REASONS: readonly string[] = ['signedOut', 'notSignedIn', 'badClient', 'policy'];

interface StoredRefreshDeps {
  readonly store: TokenStore;
  readonly endpoint: TokenEndpoint;
}

/**
 * Refreshes a stored sign-in. A new refresh token is stored before the call returns. If the server rejects the
 * refresh token, the storage is read once more before the sign-in is given up: another window may have replaced
 * it. The stored sign-in is never deleted here; a new sign-in replaces it.
 */
export class StoredRefresh {
  readonly #id: string;
  readonly #deps: StoredRefreshDeps;
  // The sign-in that the server rejected: the server is asked again only about another one.
  #ended: { readonly signIn: StoredSignIn; readonly error: unknown } | undefined;

  constructor(id: string, deps: StoredRefreshDeps) {
    this.#id = id;
    this.#deps = deps;
  }

  /**
   * Throws `AppError`: `notSignedIn` if nothing is stored, `signedOut` if the sign-in has ended, and what
   * `TokenEndpoint` throws.
   * @param scopes full names of what the new token is to open; by default, all that was granted.
   */
  async refresh(scopes?: readonly string[]): Promise<TokenAnswer> {
    const signIn = await this.#current();
    if (this.#ended && isSameToken(this.#ended.signIn, signIn)) throw this.#ended.error;
    try {
      return await this.#renew(signIn, scopes);
    } catch (error) {
      if (!(error instanceof AppError) || error.reason !== 'signedOut') throw error;
      const current = await this.#current();
      if (!isSameToken(current, signIn)) return await this.#renew(current, scopes);
      this.#ended = { signIn, error };
      throw error;
    }
  }

  async #renew(signIn: StoredSignIn, scopes?: readonly string[]): Promise<TokenAnswer> {
    const { endpoint, store } = this.#deps;
    const { client, refreshToken: before } = signIn;
    const answer = await endpoint.refresh(client, before, scopes && { scopes });
    const { refreshToken = before } = answer;
    if (refreshToken !== before) await store.replace(this.#id, signIn, refreshToken);
    // The user may have signed out meanwhile.
    await this.#current();
    return answer;
  }

  async #current(): Promise<StoredSignIn> {
    const signIn = await this.#deps.store.read(this.#id);
    if (signIn) return signIn;
    throw notSignedIn();
  }
}

/** Says that nobody is signed in. */
export function notSignedIn(): AppError<'notSignedIn'> {
  return new AppError('notSignedIn', l10n.t('You are not signed in.'), {
    hint: l10n.t('Sign in with an account.'),
  });
}
