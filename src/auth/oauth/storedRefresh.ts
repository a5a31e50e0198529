import type { Clock } from '../../base/clock';
import { DisposableStore } from '../../base/disposable';
import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import type { TokenAnswer } from './tokenAnswer';
import type { TokenEndpoint } from './tokenEndpoint';
import { isSameToken, type StoredSignIn, type TokenStore } from './tokenStore';

export interface StoredRefreshParts {
  readonly store: TokenStore;
  readonly endpoint: TokenEndpoint;
  readonly clock: Clock;
  readonly l10n: L10n;
}

// Milliseconds after which the storage is read again, from when the refresh was turned down: another window
// may have the new token already, and store it in a moment.
const LOOKS = [0, 250, 1000, 3000];
// Another window can be ahead again and again, but not for ever.
const MOST_ROUNDS = 5;

/**
 * Refreshes a stored sign-in. A new refresh token is stored before the call returns. Where the server turns
 * the refresh token down, the storage is read again before the sign-in is given up: another window may have
 * replaced it. What is stored is never deleted here; a new sign-in takes its place.
 */
export class StoredRefresh {
  readonly #id: string;
  readonly #parts: StoredRefreshParts;
  // What the server turned down for good: it is asked again only about another one.
  #ended: { readonly signIn: StoredSignIn; readonly error: unknown } | undefined;

  constructor(id: string, parts: StoredRefreshParts) {
    this.#id = id;
    this.#parts = parts;
  }

  /**
   * Throws `AppError`: `notSignedIn` where nothing is stored (any more), `signedOut` where the sign-in has
   * ended, and what `TokenEndpoint` throws besides.
   * @param scopes full names of what the new token is to open; by default, all that was granted.
   */
  async refresh(scopes?: readonly string[]): Promise<TokenAnswer> {
    let signIn = await this.#current();
    for (let round = 1; ; round += 1) {
      if (this.#ended && isSameToken(this.#ended.signIn, signIn)) throw this.#ended.error;
      try {
        const { client, refreshToken } = signIn;
        const wish = scopes && { scopes };
        const answer = await this.#parts.endpoint.refresh(client, refreshToken, wish);
        await this.#keep(signIn, answer);
        return answer;
      } catch (error) {
        if (!(error instanceof AppError) || error.reason !== 'signedOut') throw error;
        const newer = round < MOST_ROUNDS ? await this.#newer(signIn) : undefined;
        if (!newer) {
          this.#ended = { signIn, error };
          throw error;
        }
        signIn = newer;
      }
    }
  }

  async #current(): Promise<StoredSignIn> {
    const { store, l10n } = this.#parts;
    const signIn = await store.read(this.#id);
    if (signIn) return signIn;
    throw notSignedIn(l10n);
  }

  async #keep(signIn: StoredSignIn, { refreshToken }: TokenAnswer): Promise<void> {
    if (refreshToken === undefined || refreshToken === signIn.refreshToken) {
      await this.#current();
      return;
    }
    const outcome = await this.#parts.store.replace(this.#id, signIn, refreshToken);
    if (outcome === 'gone') throw notSignedIn(this.#parts.l10n);
  }

  /** A stored sign-in with another token than the one that was turned down, within some seconds. */
  async #newer(old: StoredSignIn): Promise<StoredSignIn | undefined> {
    let waited = 0;
    for (const at of LOOKS) {
      await this.#changeOrWait(at - waited);
      waited = at;
      const current = await this.#current();
      if (!isSameToken(current, old)) return current;
    }
    return undefined;
  }

  /** Ends after `ms` milliseconds, or as soon as the entry changes. */
  async #changeOrWait(ms: number): Promise<void> {
    if (ms === 0) return;
    const { store, clock } = this.#parts;
    const subscriptions = new DisposableStore();
    await new Promise<void>((resolve) => {
      subscriptions.add(clock.schedule(ms, resolve));
      subscriptions.add(store.onDidChange((id) => id === this.#id && resolve()));
    });
    subscriptions.dispose();
  }
}

/** Says that nobody is signed in. */
export function notSignedIn(l10n: L10n): AppError<'notSignedIn'> {
  return new AppError('notSignedIn', l10n.t('Nobody is signed in.'), {
    hint: l10n.t('Sign in with an account.'),
  });
}
