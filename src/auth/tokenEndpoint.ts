import * as l10n from '@vscode/l10n';
import { TransportError, type TransportReason } from '../api/errors';
import { credentialProblem } from '../api/headers';
import { CLOUD_PLATFORM } from '../api/operations/row';
import { TRANSIENT_STATUSES } from '../api/retry/retryPolicy';
import type { Http, HttpAnswer } from '../api/transport';
import type { JsonObject } from '../api/schema/row';
import { cancellableSleep } from '../base/async';
import type { Clock } from '../base/clock';
import { AppError } from '../base/errors';
import { delayAfterAttempt, waitPolicies } from '../base/waitPolicies';
import { isObject, textAt, tryParse } from '../base/json';
import type { ServiceAccount } from './adcFile';
import type { AskToken } from './authLibrary';
import { endpointsOf, GOOGLE, type OAuthClient, type OAuthEndpoints } from './oauthClient';
import { oauthError } from './oauthErrors';
import { splitScopes } from './scopes';

interface TokenEndpointDeps {
  readonly http: Http;
  readonly clock: Clock;
  /** Learns every token, code and secret, so that none reaches a log. */
  readonly onSecret: (secret: string) => void;
  /** Where a client signs in; tests have their own. */
  readonly endpointsOf?: (client: OAuthClient) => OAuthEndpoints;
}

/** What redeems a code. */
interface Redemption {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

// Milliseconds that one request may take.
const TIMEOUT = 10_000;

const REPEATED_REASONS: readonly TransportReason[] = [
  'reset',
  'timeout',
  'idle',
  'incomplete',
  'empty',
  'notJson',
  'tooLarge',
];
const REPEATED_CODES = ['temporarily_unavailable', 'server_error', 'internal_failure'];

/**
 * The token endpoint, asked through google-auth-library over our own HTTP. A server that hangs, breaks off,
 * is busy or answers with a page is asked three times; that is never taken for the end of a sign-in. All
 * errors are `AppError` (an `OAuthReason`, or a `TransportReason`) without secrets, or `CancelledError`.
 */
export class TokenEndpoint {
  readonly #deps: TokenEndpointDeps;
  readonly #endpointsOf: (client: OAuthClient) => OAuthEndpoints;

  constructor(deps: TokenEndpointDeps) {
    this.#deps = deps;
    this.#endpointsOf = deps.endpointsOf ?? endpointsOf;
  }

  /** Redeems a code. Throws `signInFailed` where the code is not accepted. */
  async exchange(
    client: OAuthClient,
    redemption: Redemption,
    signal?: AbortSignal,
  ): Promise<TokenAnswer> {
    const { code, verifier, redirectUri } = redemption;
    try {
      return await this.#ask(
        client,
        [code, verifier],
        async (endpoints, ask) => {
          const { libraryClient } = await import('./authLibrary');
          const library = await libraryClient(client, endpoints, { ask });
          return () =>
            library.getToken({ code, codeVerifier: verifier, redirect_uri: redirectUri });
        },
        signal,
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.reason !== 'signedOut') throw error;
      throw new AppError('signInFailed', l10n.t('The sign-in code was rejected.'), {
        hint: l10n.t('It might have expired or been used before. Sign in again.'),
        cause: error,
      });
    }
  }

  /**
   * Gets a new access token. Throws `signedOut` where the refresh token is no longer accepted.
   * @param scopes full names; without them the token opens all that was granted (RFC 6749 section 6).
   */
  refresh(
    client: OAuthClient,
    refreshToken: string,
    { scopes, signal }: { readonly scopes?: readonly string[]; readonly signal?: AbortSignal } = {},
  ): Promise<TokenAnswer> {
    return this.#ask(
      client,
      [refreshToken],
      async (endpoints, ask) => {
        const askFor: AskToken = (form) => {
          // The library has no option for it.
          if (scopes) form.set('scope', scopes.join(' '));
          return ask(form);
        };
        const { libraryClient } = await import('./authLibrary');
        const library = await libraryClient(client, endpoints, { refreshToken, ask: askFor });
        return () => library.refreshAccessToken();
      },
      signal,
    );
  }

  /** Gets an access token of a service account. Throws `signedOut` where its key is not accepted. */
  assert(account: ServiceAccount, signal?: AbortSignal): Promise<TokenAnswer> {
    const { email: id, privateKey: secret } = account;
    const client = { id, secret, authUri: GOOGLE.authorize, tokenUri: GOOGLE.token };
    return this.#ask(
      client,
      [],
      async (_endpoints, ask) => {
        const { libraryServiceAccount } = await import('./authLibrary');
        const library = await libraryServiceAccount(account, [CLOUD_PLATFORM], ask);
        return () => library.authorize();
      },
      signal,
    );
  }

  /** @param prepare makes a client of the library, and gives what has it ask. */
  async #ask(
    client: OAuthClient,
    known: readonly string[],
    prepare: (endpoints: OAuthEndpoints, ask: AskToken) => Promise<() => Promise<unknown>>,
    signal: AbortSignal | undefined,
  ): Promise<TokenAnswer> {
    const { onSecret } = this.#deps;
    const secrets = [...known, client.secret];
    secrets.forEach(onSecret);
    const endpoints = this.#endpointsOf(client);
    let failure: Error | undefined;
    let found: TokenAnswer | undefined;
    const ask = async (form: URLSearchParams): Promise<string> => {
      try {
        const signed = form.getAll('assertion');
        signed.forEach(onSecret);
        const good = await this.#send(endpoints, client, form, [...secrets, ...signed], signal);
        found = good.answer;
        return good.text;
      } catch (error) {
        failure = error instanceof Error ? error : this.#unusable(endpoints);
        throw new Error('The token endpoint gave nothing.', { cause: error });
      }
    };
    const work = await prepare(endpoints, ask);
    try {
      await work();
    } catch {
      // The library's error holds the form: ours, from inside, is thrown below.
      failure ??= this.#unusable(endpoints);
    }
    if (failure !== undefined) throw failure;
    if (!found) throw this.#unusable(endpoints);
    onSecret(found.accessToken);
    if (found.refreshToken !== undefined) onSecret(found.refreshToken);
    return found;
  }

  async #send(
    endpoints: OAuthEndpoints,
    client: OAuthClient,
    form: URLSearchParams,
    secrets: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<{ readonly answer: TokenAnswer; readonly text: string }> {
    const { http, clock } = this.#deps;
    const url = new URL(endpoints.token);
    const request = { name: 'oauth.token', method: 'POST', url, form, secrets } as const;
    for (let attempt = 1; ; attempt += 1) {
      let failure: AppError;
      try {
        const reply = await http.send({ ...request, timeoutMs: TIMEOUT }, signal);
        const answer = this.#judge(reply, client, endpoints);
        if (!(answer instanceof AppError)) return { answer, text: reply.text };
        failure = answer;
      } catch (error) {
        if (!(error instanceof TransportError) || !REPEATED_REASONS.includes(error.reason)) {
          throw error;
        }
        failure = this.#notAnswered(error, url.host);
      }
      if (attempt === waitPolicies.tokenEndpoint.limit) throw failure;
      const delay = delayAfterAttempt(waitPolicies.tokenEndpoint, attempt);
      await cancellableSleep(clock, delay, signal);
    }
  }

  /** The tokens of a good answer; an error for what may pass. Throws what will not. */
  #judge(
    { status, text }: HttpAnswer,
    client: OAuthClient,
    endpoints: OAuthEndpoints,
  ): TokenAnswer | AppError {
    const body = tryParse(text);
    if (!isObject(body) || TRANSIENT_STATUSES.includes(status)) {
      return this.#busy(endpoints, status);
    }
    const code = textAt(body, 'error');
    if (REPEATED_CODES.includes(code)) return this.#busy(endpoints, status);
    if (status >= 400) {
      throw oauthError({ code, subtype: textAt(body, 'error_subtype') });
    }
    return readTokenAnswer(body, client.id) ?? this.#unusable(endpoints);
  }

  #busy(endpoints: OAuthEndpoints, status: number): AppError {
    const { host } = new URL(endpoints.token);
    const what =
      status < 400
        ? l10n.t('The sign-in server {0} didn’t return tokens.', host)
        : l10n.t('The sign-in server {0} returned status {1}.', host, status);
    return new AppError('tokenServer', what, { hint: this.#hint() });
  }

  #notAnswered(error: TransportError, host: string): AppError {
    const isLate = error.reason === 'timeout' || error.reason === 'idle';
    const what = isLate
      ? l10n.t('The sign-in server {0} didn’t respond within {1} seconds.', host, TIMEOUT / 1000)
      : l10n.t('The sign-in server {0} returned an invalid response.', host);
    return new AppError('tokenServer', what, { hint: this.#hint(), cause: error });
  }

  #unusable(endpoints: OAuthEndpoints): AppError {
    const { host } = new URL(endpoints.token);
    return new AppError(
      'tokenServer',
      l10n.t('The sign-in server {0} returned an invalid response.', host),
      { hint: this.#hint() },
    );
  }

  #hint(): string {
    return l10n.t(
      'You’re still signed in. Check the http.proxy setting, or sign in to your network in a browser. Then try again.',
    );
  }
}

/**
 * Ends a sign-in at the server (RFC 7009). The token goes in the form and never in an address, where the
 * library would put it. A token that the server does not know is as good as ended. Throws `AppError`
 * (`notRevoked`), `TransportError`, or `CancelledError`.
 */
export async function revokeToken(
  http: Http,
  endpoints: OAuthEndpoints,
  token: string,
  signal?: AbortSignal,
): Promise<void> {
  const url = new URL(endpoints.revoke);
  const request = {
    name: 'oauth.revoke',
    method: 'POST',
    url,
    form: new URLSearchParams({ token }),
    secrets: [token],
    timeoutMs: TIMEOUT,
  } as const;
  const { status, text } = await http.send(request, signal);
  if (status >= 200 && status < 300) return;
  const body = tryParse(text);
  if (status === 400 && isObject(body) && textAt(body, 'error') === 'invalid_token') return;
  throw new AppError(
    'notRevoked',
    l10n.t('The sign-in server {0} didn’t revoke the access (status {1}).', url.host, status),
    { hint: l10n.t('Remove the access in your account’s security settings.') },
  );
}

/** What the token endpoint gives. */
export interface TokenAnswer {
  readonly accessToken: string;
  /** Milliseconds that the access token lasts from now. */
  readonly expiresInMs: number;
  /** At the first exchange, and where the server replaces it at a refresh. */
  readonly refreshToken?: string;
  /** Full names; absent where they are the ones that were asked for (RFC 6749 section 5.1). */
  readonly scopes?: readonly string[];
  /** Milliseconds that the sign-in itself lasts, where it has an end. */
  readonly signInEndsInMs?: number;
  /** From the `id_token`. */
  readonly email?: string;
}

// Seconds, where the server does not say (RFC 6749 recommends to): Google's tokens last an hour.
const DEFAULT_LIFE = 3600;

/** Reads a good answer; undefined where it is none. */
export function readTokenAnswer(body: JsonObject, clientId: string): TokenAnswer | undefined {
  const accessToken = textAt(body, 'access_token');
  if (credentialProblem(accessToken) !== undefined) return undefined;
  const refreshToken = textAt(body, 'refresh_token');
  const scope = textAt(body, 'scope');
  const signInEnds = seconds(body.refresh_token_expires_in);
  const email = emailOf(textAt(body, 'id_token'), clientId);
  return {
    accessToken,
    expiresInMs: (seconds(body.expires_in) ?? DEFAULT_LIFE) * 1000,
    ...(refreshToken === '' ? {} : { refreshToken }),
    ...(scope === '' ? {} : { scopes: splitScopes(scope) }),
    ...(signInEnds === undefined ? {} : { signInEndsInMs: signInEnds * 1000 }),
    ...(email === undefined ? {} : { email }),
  };
}

function seconds(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : undefined;
}

// It came from the token endpoint itself, so that its signature needs no check (OpenID Connect Core
// section 3.1.3.7, rule 6). It names the account for people, and decides nothing.
function emailOf(idToken: string, clientId: string): string | undefined {
  const [, payload = ''] = idToken.split('.');
  const claims = tryParse(Buffer.from(payload, 'base64url').toString('utf8'));
  if (!isObject(claims) || claims.aud !== clientId) return undefined;
  return plainEmail(textAt(claims, 'email'));
}

/** An e-mail address as it may be shown, or undefined. */
export function plainEmail(text: string): string | undefined {
  return /^[^\s@\p{C}]{1,200}@[^\s@\p{C}]{1,200}$/u.test(text) ? text : undefined;
}
