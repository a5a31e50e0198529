import * as l10n from '@vscode/l10n';
import { TransportError, type TransportReason } from '../api/errors';
import { credentialProblem } from '../api/headers';
import { CLOUD_PLATFORM } from '../api/operations/row';
import { TRANSIENT_STATUSES } from '../api/retryPolicy';
import type { Http, HttpResponse } from '../api/transport';
import type { JsonObject } from '../api/schema/row';
import { cancellableSleep } from '../base/async';
import type { Clock } from '../base/clock';
import { AppError } from '../base/errors';
import { delayAfterAttempt, waitPolicies } from '../base/waitPolicies';
import { isObject, textAt, tryParse } from '../base/json';
import type { AskToken } from './authLibrary';
import {
  GOOGLE,
  type OAuthClient,
  type OAuthEndpoints,
  type ServiceAccount,
  endpointsOf,
  splitScopes,
} from './oauthClient';
import { oauthError } from './oauthErrors';

interface TokenEndpointDeps {
  readonly http: Http;
  readonly clock: Clock;
  /** Receives every token, code and secret, to be redacted in logs. */
  readonly onSecret: (secret: string) => void;
  readonly endpointsOf?: (client: OAuthClient) => OAuthEndpoints;
}

interface Redemption {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

// Timeout of one request, in ms.
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
 * The token endpoint, via google-auth-library and our HTTP. Tries three times on temporary failures.
 * All errors are `AppError` (`OAuthReason` or `TransportReason`) without secrets, or `CancelledError`.
 */
export class TokenEndpoint {
  readonly #deps: TokenEndpointDeps;
  readonly #endpointsOf: (client: OAuthClient) => OAuthEndpoints;

  constructor(deps: TokenEndpointDeps) {
    this.#deps = deps;
    this.#endpointsOf = deps.endpointsOf ?? endpointsOf;
  }

  /** Redeems a code. Throws `signInFailed` if the code is rejected. */
  async exchange(
    client: OAuthClient,
    redemption: Redemption,
    signal?: AbortSignal,
  ): Promise<TokenResponse> {
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
   * Requests a new access token. Throws `signedOut` if the refresh token is rejected.
   * @param scopes full scope names; all granted scopes by default (RFC 6749 section 6).
   */
  refresh(
    client: OAuthClient,
    refreshToken: string,
    { scopes, signal }: { readonly scopes?: readonly string[]; readonly signal?: AbortSignal } = {},
  ): Promise<TokenResponse> {
    return this.#ask(
      client,
      [refreshToken],
      async (endpoints, ask) => {
        const askFor: AskToken = (form) => {
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

  /** Requests a service account’s access token. Throws `signedOut` if its key is rejected. */
  assert(account: ServiceAccount, signal?: AbortSignal): Promise<TokenResponse> {
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

  /** @param prepare creates a library client and returns the function that sends its request. */
  async #ask(
    client: OAuthClient,
    known: readonly string[],
    prepare: (endpoints: OAuthEndpoints, ask: AskToken) => Promise<() => Promise<unknown>>,
    signal: AbortSignal | undefined,
  ): Promise<TokenResponse> {
    const { onSecret } = this.#deps;
    const secrets = [...known, client.secret];
    secrets.forEach(onSecret);
    const endpoints = this.#endpointsOf(client);
    let failure: Error | undefined;
    let found: TokenResponse | undefined;
    const ask = async (form: URLSearchParams): Promise<string> => {
      try {
        const signed = form.getAll('assertion');
        signed.forEach(onSecret);
        const good = await this.#send(endpoints, client, form, [...secrets, ...signed], signal);
        found = good.answer;
        return good.text;
      } catch (error) {
        failure = error instanceof Error ? error : this.#unusable(endpoints);
        throw new Error('The token endpoint returned no token.', { cause: error });
      }
    };
    const work = await prepare(endpoints, ask);
    try {
      await work();
    } catch {
      // The library’s error contains the form, so our own error is thrown below.
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
  ): Promise<{ readonly answer: TokenResponse; readonly text: string }> {
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

  /** Returns the tokens, or an error if it is temporary. Throws permanent errors. */
  #judge(
    { status, text }: HttpResponse,
    client: OAuthClient,
    endpoints: OAuthEndpoints,
  ): TokenResponse | AppError {
    const body = tryParse(text);
    if (!isObject(body) || TRANSIENT_STATUSES.includes(status)) {
      return this.#busy(endpoints, status);
    }
    const code = textAt(body, 'error');
    if (REPEATED_CODES.includes(code)) return this.#busy(endpoints, status);
    if (status >= 400) {
      throw oauthError({ code, subtype: textAt(body, 'error_subtype') });
    }
    return parseTokenResponse(body, client.id) ?? this.#unusable(endpoints);
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
 * Revokes a token (RFC 7009), in the form rather than the URL that the library would use.
 * Unknown tokens count as revoked. Throws `AppError` (`notRevoked`), `TransportError` or `CancelledError`.
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
    l10n.t('The sign-in server {0} didn’t revoke access (status {1}).', url.host, status),
    { hint: l10n.t('Remove the app’s access in your account’s security settings.') },
  );
}

export interface TokenResponse {
  readonly accessToken: string;
  /** Lifetime of the access token, in ms. */
  readonly expiresInMs: number;
  /** Present for new sign-ins and if the server rotates it. */
  readonly refreshToken?: string;
  /** Full names; undefined if equal to the requested scopes (RFC 6749 section 5.1). */
  readonly scopes?: readonly string[];
  /** Remaining lifetime of the sign-in, in ms; undefined if unlimited. */
  readonly signInEndsInMs?: number;
  readonly email?: string;
}

// In seconds, if the server omits `expires_in` (RFC 6749 recommends it): Google’s tokens last an hour.
const DEFAULT_LIFE = 3600;

/** Parses a successful response. Undefined if invalid. */
export function parseTokenResponse(body: JsonObject, clientId: string): TokenResponse | undefined {
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

// Not verified, as it comes directly from the token endpoint (OpenID Connect Core 3.1.3.7, rule 6). Display
// only.
function emailOf(idToken: string, clientId: string): string | undefined {
  const [, payload = ''] = idToken.split('.');
  const claims = tryParse(Buffer.from(payload, 'base64url').toString('utf8'));
  if (!isObject(claims) || claims.aud !== clientId) return undefined;
  return plainEmail(textAt(claims, 'email'));
}

/** Returns an email that is safe to display, or undefined. */
export function plainEmail(text: string): string | undefined {
  return /^[^\s@\p{C}]{1,200}@[^\s@\p{C}]{1,200}$/u.test(text) ? text : undefined;
}
