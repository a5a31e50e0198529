import { createHash } from 'node:crypto';
import type { Reply } from '../call';
import { EMAIL_SCOPE } from '../caller';
import { equal } from '../digest';
import type { ServerTime } from '../handlerContext';
import { LIVE_CREDENTIALS_REJECTED, looksLikeSecret } from './credentials';
import { type Codes, type Grant, type Grants, TESTING_LIFE } from './grants';
import {
  type IdentitySettings,
  requireParameter,
  type OAuthClient,
  OAuthError,
  type Parameters,
} from './oauth';
import { json, jsonError } from './page';

export interface Issuer {
  readonly client: OAuthClient;
  readonly codes: Codes;
  readonly grants: Grants;
  readonly settings: IdentitySettings;
  readonly time: ServerTime;
}

const kinds: { readonly [type: string]: (issuer: Issuer, sent: Parameters) => Reply } = {
  authorization_code: redeem,
  refresh_token: refresh,
};

/**
 * Handles the token endpoint (RFC 6749 sections 4.1.3 and 6, RFC 7636). Throws `OAuthError`; errors
 * that change state are returned instead, to commit the change.
 */
export function issueTokens(issuer: Issuer, sent: Parameters): Reply {
  const type = requireParameter(sent, 'grant_type');
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!kind) throw new OAuthError('unsupported_grant_type', 'The grant_type is not supported.');
  if ([...sent.values()].some(looksLikeSecret))
    throw new OAuthError('invalid_request', LIVE_CREDENTIALS_REJECTED);
  checkClient(issuer.client, sent);
  return kind(issuer, sent);
}

function checkClient(client: OAuthClient, sent: Parameters): void {
  if (requireParameter(sent, 'client_id') !== client.id) {
    throw new OAuthError('invalid_client', 'The OAuth client was not found.', 401);
  }
  const secret = sent.get('client_secret');
  if (secret === undefined) throw new OAuthError('invalid_request', 'client_secret is missing.');
  if (!equal(secret, client.secret)) {
    throw new OAuthError('invalid_client', 'The provided client secret is invalid.', 401);
  }
}

function redeem(issuer: Issuer, sent: Parameters): Reply {
  const { codes, grants, settings } = issuer;
  const code = requireParameter(sent, 'code');
  const redirectUri = requireParameter(sent, 'redirect_uri');
  const found = codes.find(code);
  if (!found) throw new OAuthError('invalid_grant', 'Malformed or expired auth code.');
  if (found.grant !== undefined) {
    // A reused code may be stolen: revoke its tokens (RFC 6749 section 4.1.2).
    grants.remove(found.grant);
    return jsonError(new OAuthError('invalid_grant', 'The auth code was redeemed before.'));
  }
  const { pending } = found;
  if (redirectUri !== pending.redirectUri) {
    throw new OAuthError('redirect_uri_mismatch', 'redirect_uri is not that of the authorization.');
  }
  checkVerifier(sent.get('code_verifier'), pending.challenge);
  const { email, scopes, isOffline } = pending;
  const grant = grants.add({ email, scopes }, settings.testing ? TESTING_LIFE : undefined);
  codes.redeem(code, grant.name);
  const fresh = isOffline ? grants.issueRefresh(grant) : undefined;
  return answer(issuer, grant, grant.scopes, fresh);
}

function checkVerifier(verifier: string | undefined, challenge: string): void {
  if (verifier === undefined) throw new OAuthError('invalid_grant', 'Missing code verifier.');
  const isRight =
    /^[\w.~-]{43,128}$/.test(verifier) &&
    equal(createHash('sha256').update(verifier).digest('base64url'), challenge);
  if (!isRight) throw new OAuthError('invalid_grant', 'Invalid code verifier.');
}

function refresh(issuer: Issuer, sent: Parameters): Reply {
  const { grants, settings } = issuer;
  const token = requireParameter(sent, 'refresh_token');
  const grant = grants.findRefresh(token);
  if (!grant) throw new OAuthError('invalid_grant', 'Token has been expired or revoked.');
  const scopes = narrowed(grant, sent.get('scope'));
  if (!settings.rotate) return answer(issuer, grant, scopes, undefined);
  // Only reject a reused refresh token. Revoking the grant (RFC 9700) would also affect two windows that
  // refresh at the same time.
  grants.retireRefresh(token);
  return answer(issuer, grant, scopes, grants.issueRefresh(grant));
}

function narrowed(grant: Grant, scope: string | undefined): readonly string[] {
  if (scope === undefined) return grant.scopes;
  const names = scope.split(' ').filter((name) => name !== '');
  if (names.every((name) => grant.scopes.includes(name))) return names;
  throw new OAuthError('invalid_scope', 'The scope is wider than what was granted.');
}

/** Never returns an `id_token`, not even for `openid`. Use `tokeninfo` to identify the user. */
function answer(
  { grants, time }: Issuer,
  grant: Grant,
  scopes: readonly string[],
  refreshToken: string | undefined,
): Reply {
  const ends =
    grant.endsAt === undefined ? undefined : Math.floor((grant.endsAt - time.now()) / 1000);
  return json({
    access_token: grants.issueAccess(grant, scopes),
    // Google reports one second less.
    expires_in: 3599,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope: scopes.join(' '),
    token_type: 'Bearer',
    ...(ends === undefined ? {} : { refresh_token_expires_in: ends }),
  });
}

/** Returns the user and scopes of an access token. Throws `OAuthError` if invalid. */
export function tokenInfo(
  { client, grants, time }: Issuer,
  bearer: string | undefined,
  sent: Parameters,
): Reply {
  // A header keeps the token out of URLs.
  const token = grants.findAccess(bearer ?? requireParameter(sent, 'access_token'));
  if (token === undefined || token === 'ended') {
    throw new OAuthError('invalid_token', 'Invalid Value');
  }
  const { email, scopes, endsAt } = token;
  const rest = endsAt === undefined ? undefined : Math.floor((endsAt - time.now()) / 1000);
  return json({
    azp: client.id,
    aud: client.id,
    scope: scopes.join(' '),
    // Google returns these values as strings.
    ...(endsAt === undefined ? {} : { exp: `${Math.floor(endsAt / 1000)}`, expires_in: `${rest}` }),
    ...(scopes.includes(EMAIL_SCOPE) ? { email, email_verified: 'true' } : {}),
    access_type: 'offline',
  });
}

/** Revokes the grant of a token (RFC 7009). Unlike the RFC, Google rejects unknown tokens. */
export function revokeToken({ grants }: Issuer, sent: Parameters): Reply {
  if (grants.revoke(requireParameter(sent, 'token'))) return json({});
  throw new OAuthError('invalid_token', 'Token expired or revoked');
}
