import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import { isLoopback } from '../api/endpoint';
import type { Http } from '../api/transport';
import { abortable } from '../base/async';
import type { Clock } from '../base/clock';
import { DisposableStore } from '../base/disposable';
import { AppError, CancelledError } from '../base/errors';
import { Emitter } from '../base/event';
import { isObject, textAt, tryParse } from '../base/json';
import type { Authorization, AuthorizationOptions } from './authLibrary';
import { type Callback, LoopbackReceiver, readPastedAddress } from './loopbackReceiver';
import { type OAuthClient, type OAuthEndpoints, missingScopes, splitScopes } from './oauthClient';
import { plainEmail, type TokenResponse, type TokenEndpoint } from './tokenEndpoint';

export interface AuthorizationCodeFlowDeps {
  readonly client: OAuthClient;
  readonly endpoints: OAuthEndpoints;
  readonly scopes: readonly string[];
  readonly loginHint?: string;
  readonly endpoint: TokenEndpoint;
  readonly http: Http;
  readonly clock: Clock;
  readonly onSecret: (secret: string) => void;
  /** Maps a local URL to one that the user’s browser can reach (`env.asExternalUri`). */
  readonly mapAddress?: (address: string) => Promise<string>;
  readonly openReceiver?: () => Promise<LoopbackReceiver>;
  readonly authorize?: (
    client: OAuthClient,
    endpoints: OAuthEndpoints,
    wish: AuthorizationOptions,
  ) => Promise<Authorization>;
}

export type SignInStep =
  | {
      readonly kind: 'waiting';
      /** The authorization page, to open or copy. Contains no secret. */
      readonly url: string;
      /** Whether the browser can reach the receiver; if not, the user must paste the URL. */
      readonly isReachable: boolean;
      readonly scopes: readonly string[];
    }
  | { readonly kind: 'preparing' | 'exchanging' | 'checking' };

/** A successful sign-in, not yet stored. */
export interface SignedIn {
  readonly tokens: TokenResponse & { readonly refreshToken: string };
  readonly asked: readonly string[];
  readonly granted: readonly string[];
  readonly missing: readonly string[];
  /** Undefined if the server didn’t return an email; see `identityError`. */
  readonly email?: string;
  readonly identityError?: AppError;
  readonly isOtherAccount: boolean;
}

/** Maximum wait for the browser, in ms. */
export const WAIT_LIMIT = 5 * 60_000;

interface Waiting {
  readonly authorization: Authorization;
  readonly answer: (callback: Callback) => void;
  readonly restart: () => void;
}

/** One sign-in, from authorization request to tokens. Reports steps as events, without UI. */
export class AuthorizationCodeFlow {
  readonly #deps: AuthorizationCodeFlowDeps;
  readonly #stepped = new Emitter<SignInStep>();
  #step: SignInStep = { kind: 'preparing' };
  #scopes: readonly string[];
  #waiting: Waiting | undefined;
  readonly onDidStep = this.#stepped.event;

  constructor(deps: AuthorizationCodeFlowDeps) {
    this.#deps = deps;
    this.#scopes = deps.scopes;
  }

  get step(): SignInStep {
    return this.#step;
  }

  /**
   * Runs once. Throws `CancelledError` on abort, or `AppError`: `signInTimeout` after five minutes,
   * `noRefreshToken`, an `OAuthReason` or a network reason.
   */
  async run(signal: AbortSignal): Promise<SignedIn> {
    for (;;) {
      const scopes = this.#scopes;
      const { authorization, callback } = await this.#authorize(scopes, signal);
      if (callback === 'restart') continue;
      if (callback.kind === 'refused') throw callback.error;
      this.#deps.onSecret(callback.code);
      this.#go({ kind: 'exchanging' });
      const { verifier, redirectUri } = authorization;
      const redemption = { code: callback.code, verifier, redirectUri };
      const { endpoint, client } = this.#deps;
      const tokens = await endpoint.exchange(client, redemption, signal);
      this.#go({ kind: 'checking' });
      return await this.#check(tokens, scopes, signal);
    }
  }

  /**
   * Accepts a pasted redirect URL; ignored if a response has arrived.
   * Throws `AppError` (`badPastedAddress`) if it doesn’t match this sign-in, which then continues.
   */
  paste(text: string): void {
    if (!this.#waiting) return;
    const { authorization, answer } = this.#waiting;
    answer(readPastedAddress(text, authorization));
  }

  /** Restarts with other scopes while waiting, as the page may report `invalid_scope`. */
  restart(scopes: readonly string[]): void {
    if (!this.#waiting) return;
    this.#scopes = scopes;
    this.#waiting.restart();
  }

  async #authorize(
    scopes: readonly string[],
    signal: AbortSignal,
  ): Promise<{ authorization: Authorization; callback: Callback | 'restart' }> {
    const { client, endpoints, clock, onSecret, loginHint } = this.#deps;
    this.#go({ kind: 'preparing' });
    const disposables = new DisposableStore();
    try {
      if (signal.aborted) throw new CancelledError(signal.reason);
      // Must listen before the request contains its URL.
      const receiver = await this.#openReceiver();
      if (receiver) disposables.add(receiver);
      const { redirectUri, isReachable } = await this.#redirectTo(receiver, signal);
      const authorize = this.#deps.authorize ?? (await import('./authLibrary')).createAuthorization;
      const hint = loginHint === undefined ? {} : { loginHint };
      const authorization = await authorize(client, endpoints, { redirectUri, scopes, ...hint });
      onSecret(authorization.verifier);
      onSecret(authorization.state);
      const { promise, resolve, reject } = Promise.withResolvers<Callback | 'restart'>();
      void receiver?.receive(authorization).then(resolve);
      const timeout = (): void => reject(tooLate());
      disposables.add(clock.schedule(WAIT_LIMIT, timeout));
      this.#waiting = { authorization, answer: resolve, restart: () => resolve('restart') };
      this.#go({ kind: 'waiting', url: authorization.url, isReachable, scopes });
      return { authorization, callback: await abortable(promise, signal) };
    } finally {
      this.#waiting = undefined;
      disposables.dispose();
    }
  }

  async #openReceiver(): Promise<LoopbackReceiver | undefined> {
    try {
      return await (this.#deps.openReceiver ?? (() => LoopbackReceiver.open()))();
    } catch (error) {
      if (error instanceof AppError && error.reason === 'noLoopback') return undefined;
      throw error;
    }
  }

  async #redirectTo(
    receiver: LoopbackReceiver | undefined,
    signal: AbortSignal,
  ): Promise<{ redirectUri: string; isReachable: boolean }> {
    // No server listens there: the browser shows the URL to copy.
    if (!receiver) return { redirectUri: unusedAddress(), isReachable: false };
    const { address } = receiver;
    const mapped = await this.#map(address, signal);
    const isMapped = mapped !== undefined && pointsTo(mapped, address);
    return { redirectUri: isMapped ? mapped : address, isReachable: isMapped };
  }

  /** Undefined if unknown; the user can then paste the URL. */
  async #map(address: string, signal: AbortSignal): Promise<string | undefined> {
    const { mapAddress } = this.#deps;
    if (!mapAddress) return address;
    try {
      return await abortable(mapAddress(address), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return undefined;
    }
  }

  async #check(
    tokens: TokenResponse,
    asked: readonly string[],
    signal: AbortSignal,
  ): Promise<SignedIn> {
    const { loginHint } = this.#deps;
    const { refreshToken } = tokens;
    if (refreshToken === undefined) {
      throw new AppError(
        'noRefreshToken',
        l10n.t('The sign-in server didn’t return a refresh token.'),
        {
          hint: l10n.t(
            'Remove the app from your account’s third-party access, then sign in again.',
          ),
        },
      );
    }
    const granted = tokens.scopes ?? asked;
    const { email, identityError } = await this.#identify(tokens, signal);
    return {
      tokens: { ...tokens, refreshToken },
      asked,
      granted,
      missing: missingScopes(asked, granted),
      isOtherAccount:
        email !== undefined &&
        loginHint !== undefined &&
        email.toLowerCase() !== loginHint.toLowerCase(),
      ...(email === undefined ? {} : { email }),
      ...(identityError === undefined ? {} : { identityError }),
    };
  }

  async #identify(
    { email, accessToken }: TokenResponse,
    signal: AbortSignal,
  ): Promise<Pick<SignedIn, 'email' | 'identityError'>> {
    if (email !== undefined) return { email };
    const { http, endpoints } = this.#deps;
    try {
      const identity = await readIdentity(http, endpoints, accessToken, signal);
      return identity.email === undefined ? {} : { email: identity.email };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { identityError: error as AppError };
    }
  }

  #go(step: SignInStep): void {
    this.#step = step;
    this.#stepped.fire(step);
  }
}

/**
 * Whether a mapped URL points to this machine, possibly with another port or a path prefix
 * (for example `http://127.0.0.1:8080/proxy/PORT/PATH`).
 */
function pointsTo(mapped: string, address: string): boolean {
  const url = URL.canParse(mapped) ? new URL(mapped) : undefined;
  return (
    url?.protocol === 'http:' &&
    isLoopback(url.hostname) &&
    url.username === '' &&
    url.password === '' &&
    !/[?#]/.test(mapped) &&
    url.pathname.endsWith(new URL(address).pathname)
  );
}

function unusedAddress(): string {
  return `http://127.0.0.1:1/${randomBytes(16).toString('base64url')}`;
}

function tooLate(): AppError<'signInTimeout'> {
  return new AppError('signInTimeout', l10n.t('The sign-in timed out after 5 minutes.'), {
    hint: l10n.t(
      'Sign in again. If your browser can’t reach this machine, paste the URL of the last page it shows.',
    ),
  });
}

interface Identity {
  readonly email?: string;
  readonly scopes: readonly string[];
}

// In ms.
const IDENTITY_TIMEOUT = 10_000;

/**
 * Requests tokeninfo, with the token in a header.
 * Throws `AppError` (`identity`), `TransportError` or `CancelledError`.
 */
async function readIdentity(
  http: Http,
  endpoints: OAuthEndpoints,
  accessToken: string,
  signal?: AbortSignal,
): Promise<Identity> {
  const request = {
    name: 'oauth.tokeninfo',
    method: 'GET',
    url: new URL(endpoints.tokenInfo),
    headers: { authorization: `Bearer ${accessToken}` },
    secrets: [accessToken],
    timeoutMs: IDENTITY_TIMEOUT,
  } as const;
  const { status, text } = await http.send(request, signal);
  const body = tryParse(text);
  if (status !== 200 || !isObject(body)) {
    throw new AppError('identity', l10n.t('The sign-in server didn’t identify the account.'), {
      hint: l10n.t('Try again.'),
    });
  }
  const email = plainEmail(textAt(body, 'email'));
  return {
    scopes: splitScopes(textAt(body, 'scope')),
    ...(email === undefined ? {} : { email }),
  };
}
