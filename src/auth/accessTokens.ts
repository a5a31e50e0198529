import * as l10n from '@vscode/l10n';
import { abortable, SingleFlight } from '../base/async';
import type { Clock } from '../base/clock';
import { AppError, CancelledError } from '../base/errors';
import { isSameToken, type StoredSignIn, type TokenStore } from './secretStore';
import type { TokenResponse, TokenEndpoint } from './tokenEndpoint';

export interface FreshToken {
  readonly accessToken: string;
  /** Lifetime from now, in ms. */
  readonly expiresInMs: number;
}

interface HeldToken {
  readonly token: string;
  readonly lifeMs: number;
  /** Time of arrival by both clocks, in ms. */
  readonly monotonic: number;
  readonly now: number;
  readonly replacedRefused: boolean;
}

// Time before expiry at which a token is renewed, in ms; at most half of its lifetime.
const RENEWAL_MARGIN = 5 * 60_000;
// Maximum time a token is still used after an early renewal failed, in ms.
const RENEWAL_PAUSE = 60_000;
// Minimum time before a rejected new token is replaced again, in ms, because the token isn’t the cause then.
const REPLACED_PAUSE = 60_000;

/**
 * The access token of one sign-in in this window, with one refresh at a time.
 * Uses both clocks: the monotonic clock may stop while the machine sleeps.
 */
export class AccessTokens {
  readonly #clock: Clock;
  readonly #refresh: () => Promise<FreshToken>;
  readonly #flight = new SingleFlight<'refresh', HeldToken>();
  #held: HeldToken | undefined;
  #pausedAt: number | undefined;

  /**
   * @param refresh gets a new token, with its own timeouts; its errors end the calls.
   * @param first the token of a sign-in that just completed.
   */
  constructor(clock: Clock, refresh: () => Promise<FreshToken>, first?: FreshToken) {
    this.#clock = clock;
    this.#refresh = refresh;
    this.#held = first && this.#hold(first, false);
  }

  /** Returns a token that is valid as far as known. The signal ends this wait only, not the refresh. */
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

  /** Requests a new token even if the current one is valid, to check that the sign-in still works. */
  async fresh(signal?: AbortSignal): Promise<string> {
    return (await abortable(this.#renew(false), signal)).token;
  }

  /**
   * Handles HTTP 401 for a token. True if another token is available, if necessary after a refresh.
   * Callers with the same token share one refresh.
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

  #stillServes(held: HeldToken, error: unknown): boolean {
    if (CancelledError.is(error)) return false;
    const reason: unknown = error instanceof AppError ? error.reason : undefined;
    const isLasting = PERMANENT_REASONS.some((one) => one === reason);
    return !isLasting && this.#held === held && this.#age(held) < held.lifeMs;
  }
}

const PERMANENT_REASONS: readonly string[] = ['signedOut', 'notSignedIn', 'badClient', 'policy'];

interface StoredRefreshDeps {
  readonly store: TokenStore;
  readonly endpoint: TokenEndpoint;
}

/**
 * Refreshes a stored sign-in; stores a new refresh token before returning.
 * Never deletes the sign-in: after a rejection, reads it again, as another window may have replaced it.
 */
export class StoredRefresh {
  readonly #id: string;
  readonly #deps: StoredRefreshDeps;
  // A sign-in that the server rejected; only a different one is sent to the server.
  #ended: { readonly signIn: StoredSignIn; readonly error: unknown } | undefined;

  constructor(id: string, deps: StoredRefreshDeps) {
    this.#id = id;
    this.#deps = deps;
  }

  /**
   * Throws `AppError` (`notSignedIn`, `signedOut`) and the errors of `TokenEndpoint`.
   * @param scopes full scope names; all granted scopes by default.
   */
  async refresh(scopes?: readonly string[]): Promise<TokenResponse> {
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

  async #renew(signIn: StoredSignIn, scopes?: readonly string[]): Promise<TokenResponse> {
    const { endpoint, store } = this.#deps;
    const { client, refreshToken: before } = signIn;
    const answer = await endpoint.refresh(client, before, scopes && { scopes });
    const { refreshToken = before } = answer;
    if (refreshToken !== before) await store.replace(this.#id, signIn, refreshToken);
    // The user may have signed out during the request.
    await this.#current();
    return answer;
  }

  async #current(): Promise<StoredSignIn> {
    const signIn = await this.#deps.store.read(this.#id);
    if (signIn) return signIn;
    throw notSignedIn();
  }
}

export function notSignedIn(): AppError<'notSignedIn'> {
  return new AppError('notSignedIn', l10n.t('You are not signed in.'), {
    hint: l10n.t('Sign in with an account.'),
  });
}
