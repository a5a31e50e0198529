import { credentialProblem } from '../../api/headerValue';
import { textAt, tryParse, isObject } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { splitScopes } from './scopes';

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
const USUAL_LIFE = 3600;

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
    expiresInMs: (seconds(body.expires_in) ?? USUAL_LIFE) * 1000,
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
