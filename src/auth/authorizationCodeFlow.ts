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
import { type Callback, readPastedAddress } from './callback';
import { LoopbackReceiver } from './loopbackReceiver';
import type { OAuthClient, OAuthEndpoints } from './oauthClient';
import { missingScopes, splitScopes } from './scopes';
import { plainEmail, type TokenAnswer, type TokenEndpoint } from './tokenEndpoint';

export interface AuthorizationCodeFlowDeps {
  readonly client: OAuthClient;
  readonly endpoints: OAuthEndpoints;
  readonly scopes: readonly string[];
  /** E-mail address of the account to offer. */
  readonly loginHint?: string;
  readonly endpoint: TokenEndpoint;
  readonly http: Http;
  readonly clock: Clock;
  readonly onSecret: (secret: string) => void;
  /** Where the user's browser finds an address of this machine: `env.asExternalUri`, in a remote window. */
  readonly mapAddress?: (address: string) => Promise<string>;
  readonly openReceiver?: () => Promise<LoopbackReceiver>;
  readonly authorize?: (
    client: OAuthClient,
    endpoints: OAuthEndpoints,
    wish: AuthorizationOptions,
  ) => Promise<Authorization>;
}

/** Where a sign-in is. */
export type SignInStep =
  | {
      readonly kind: 'waiting';
      /** The authorization page, to open in the system's browser or to copy. It holds no secret. */
      readonly url: string;
      /** Whether the browser can reach the receiver; if not, only a pasted address helps. */
      readonly isReachable: boolean;
      /** What is asked for. */
      readonly scopes: readonly string[];
    }
  | { readonly kind: 'preparing' | 'exchanging' | 'checking' };

/** A sign-in that succeeded. It is not stored yet. */
export interface SignedIn {
  readonly tokens: TokenAnswer & { readonly refreshToken: string };
  /** Full names. */
  readonly asked: readonly string[];
  readonly granted: readonly string[];
  /** What was asked for and not granted. */
  readonly missing: readonly string[];
  /** Undefined where the server did not say; `identityError` tells why. */
  readonly email?: string;
  readonly identityError?: AppError;
  /** The account is another one than the page was asked for. */
  readonly isOtherAccount: boolean;
}

/** Milliseconds that the browser is waited for. */
export const WAIT_LIMIT = 5 * 60_000;

interface Waiting {
  readonly authorization: Authorization;
  readonly answer: (callback: Callback) => void;
  readonly restart: () => void;
}

/** One sign-in, from the request for access to the tokens. It shows nothing itself: its steps are events. */
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
   * Runs it, once. Throws `CancelledError` when the signal aborts; `AppError`: `signInTimeout` where the
   * browser does not come back within five minutes, `noRefreshToken`, the `OAuthReason`s, and those of the
   * network.
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
   * Takes the address that the browser ended at. Throws `AppError` (`badPastedAddress`) where it is not the
   * answer to this sign-in, which then goes on. Ignored when the answer is there already.
   */
  paste(text: string): void {
    if (!this.#waiting) return;
    const { authorization, answer } = this.#waiting;
    answer(readPastedAddress(text, authorization));
  }

  /** Starts again with other scopes, while the browser is waited for: a page may say `invalid_scope`. */
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
      // It listens before its address goes into the request.
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
      // Then the address can still be pasted.
      if (error instanceof AppError && error.reason === 'noLoopback') return undefined;
      throw error;
    }
  }

  async #redirectTo(
    receiver: LoopbackReceiver | undefined,
    signal: AbortSignal,
  ): Promise<{ redirectUri: string; isReachable: boolean }> {
    // Nobody listens there, and nobody can: the browser shows the address to copy.
    if (!receiver) return { redirectUri: unusedAddress(), isReachable: false };
    const { address } = receiver;
    const mapped = await this.#map(address, signal);
    const isMapped = mapped !== undefined && leadsTo(mapped, address);
    return { redirectUri: isMapped ? mapped : address, isReachable: isMapped };
  }

  /** Undefined where it can't be known: then the address can still be pasted. */
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
    tokens: TokenAnswer,
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

  /** A sign-in without a name is still one. */
  async #identify(
    { email, accessToken }: TokenAnswer,
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
 * Whether an address is on the user's machine and may lead to ours: another port, and a path before ours
 * where a server passes requests on (`http://127.0.0.1:8080/proxy/PORT/PATH`).
 */
function leadsTo(mapped: string, address: string): boolean {
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

/** Whose an access token is, and what it opens, as the server says. */
interface Identity {
  readonly email?: string;
  readonly scopes: readonly string[];
}

// Milliseconds.
const IDENTITY_TIMEOUT = 10_000;

/**
 * Asks tokeninfo. The token goes in the header. Throws `AppError` (`identity`), `TransportError`, or
 * `CancelledError`.
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
