import type { Http } from '../../api/http';
import { isObject, textAt, tryParse } from '../../base/json';
import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import type { OAuthEndpoints } from './endpoints';
import { splitScopes } from './scopes';
import { plainEmail } from './tokenAnswer';

/** Whose an access token is, and what it opens, as the server says. */
export interface Identity {
  readonly email?: string;
  readonly scopes: readonly string[];
}

// Milliseconds.
const TIMEOUT = 10_000;

/**
 * Asks tokeninfo. The token goes in the header. Throws `AppError` (`identity`), `TransportError`, or
 * `CancelledError`.
 */
export async function readIdentity(
  http: Http,
  endpoints: OAuthEndpoints,
  accessToken: string,
  l10n: L10n,
  signal?: AbortSignal,
): Promise<Identity> {
  const request = {
    name: 'oauth.tokeninfo',
    method: 'GET',
    url: new URL(endpoints.tokenInfo),
    headers: { authorization: `Bearer ${accessToken}` },
    secrets: [accessToken],
    timeoutMs: TIMEOUT,
  } as const;
  const { status, text } = await http.send(request, signal);
  const body = tryParse(text);
  if (status !== 200 || !isObject(body)) {
    throw new AppError('identity', l10n.t('The sign-in server did not say whose account it is.'), {
      hint: l10n.t('Try again.'),
    });
  }
  const email = plainEmail(textAt(body, 'email'));
  return {
    scopes: splitScopes(textAt(body, 'scope')),
    ...(email === undefined ? {} : { email }),
  };
}
