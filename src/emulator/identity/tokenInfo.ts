import type { Reply } from '../reply';
import { OAuthError } from './oauthError';
import { json } from './page';
import { needed, type Parameters } from './parameters';
import { EMAIL_SCOPE } from './scopes';
import type { Issuer } from './tokenEndpoint';

/** Whose an access token is and what it opens. Throws `OAuthError` where it opens nothing. */
export function tokenInfo(
  { client, grants, time }: Issuer,
  bearer: string | undefined,
  sent: Parameters,
): Reply {
  // In the header it stays out of addresses.
  const token = grants.findAccess(bearer ?? needed(sent, 'access_token'));
  if (token === undefined || token === 'ended') {
    throw new OAuthError('invalid_token', 'Invalid Value');
  }
  const { email, scopes, endsAt } = token;
  const rest = endsAt === undefined ? undefined : Math.floor((endsAt - time.now()) / 1000);
  return json({
    azp: client.id,
    aud: client.id,
    scope: scopes.join(' '),
    // As texts, as Google has them.
    ...(endsAt === undefined ? {} : { exp: `${Math.floor(endsAt / 1000)}`, expires_in: `${rest}` }),
    ...(scopes.includes(EMAIL_SCOPE) ? { email, email_verified: 'true' } : {}),
    access_type: 'offline',
  });
}

/** Ends the grant of a token (RFC 7009); unlike there, Google refuses one that it does not know. */
export function revokeToken({ grants }: Issuer, sent: Parameters): Reply {
  if (grants.revoke(needed(sent, 'token'))) return json({});
  throw new OAuthError('invalid_token', 'Token expired or revoked');
}
