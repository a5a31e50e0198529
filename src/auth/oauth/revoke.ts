import type { Http } from '../../api/http';
import { isObject, textAt, tryParse } from '../../base/json';
import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import type { OAuthEndpoints } from './endpoints';

// Milliseconds.
const TIMEOUT = 10_000;

/**
 * Ends a sign-in at the server (RFC 7009). The token goes in the form and never in an address, where the
 * library would put it. A token that the server does not know is as good as ended. Throws `AppError`
 * (`notRevoked`), `TransportError`, or `CancelledError`.
 */
export async function revokeToken(
  http: Http,
  endpoints: OAuthEndpoints,
  token: string,
  l10n: L10n,
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
    l10n.t('The sign-in server {0} did not end the sign-in (status {1}).', url.host, status),
    { hint: l10n.t('End it in the security settings of the account.') },
  );
}
