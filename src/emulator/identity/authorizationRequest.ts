import { findScope, type ScopeRow } from '../caller';
import { requireParameter, type OAuthClient, OAuthError, type Parameters } from './oauth';

export interface Redirection {
  readonly redirectUri: string;
  readonly state: string | undefined;
}

export interface AuthorizationRequest {
  readonly scopes: readonly ScopeRow[];
  readonly challenge: string;
  readonly isOffline: boolean;
  readonly loginHint: string | undefined;
}

/** Parameters that the consent form repeats, so that the server stays stateless. */
export const REPEATED = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'access_type',
] as const;

/**
 * Returns the redirect target. Throws `OAuthError` if the client or URI is invalid; such errors are shown to
 * the user, never redirected (RFC 6749 section 4.1.2.1).
 */
export function readRedirection(parameters: Parameters, client: OAuthClient): Redirection {
  if (requireParameter(parameters, 'client_id') !== client.id) {
    throw new OAuthError('invalid_client', 'The OAuth client was not found.', 401);
  }
  const redirectUri = requireParameter(parameters, 'redirect_uri');
  if (!isLoopback(redirectUri)) {
    throw new OAuthError(
      'redirect_uri_mismatch',
      'A desktop app is redirected to this machine only: to http://127.0.0.1, http://[::1], or ' +
        'http://localhost, with any port.',
    );
  }
  return { redirectUri, state: parameters.get('state') };
}

/** Parses an authorization request. Throws `OAuthError` for errors to redirect to the client. */
export function readAuthorizationRequest(
  parameters: Parameters,
  refused: readonly string[],
): AuthorizationRequest {
  if (requireParameter(parameters, 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'Only response_type=code is supported.');
  }
  if (parameters.get('prompt') === 'none') {
    throw new OAuthError('interaction_required', 'Consent requires a page.');
  }
  const challenge = requireParameter(parameters, 'code_challenge');
  // `plain`, the default, doesn't protect against a leaked request.
  if (parameters.get('code_challenge_method') !== 'S256') {
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256.');
  }
  if (!/^[\w-]{43}$/.test(challenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be 43 characters of base64url.');
  }
  return {
    scopes: readScopes(requireParameter(parameters, 'scope'), refused),
    challenge,
    isOffline: parameters.get('access_type') !== 'online',
    loginHint: parameters.get('login_hint'),
  };
}

function readScopes(text: string, refused: readonly string[]): readonly ScopeRow[] {
  const names = text.split(' ').filter((name) => name !== '');
  const found = names.map((name) => {
    const row = findScope(name);
    if (!row || refused.includes(row.name)) {
      // RFC 6749 doesn't allow quotes and backslashes in descriptions.
      const shown = name.replaceAll(/[^\w.:/-]/g, '').slice(0, 100);
      throw new OAuthError('invalid_scope', `Some requested scopes were invalid: ${shown}`);
    }
    return row;
  });
  if (found.length === 0) throw new OAuthError('invalid_scope', 'No scope was requested.');
  return [...new Set(found)];
}

// Google accepts these hosts for desktop apps, with any port and path.
const LOOPBACK =
  /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?(\/[^\s#\\]*)?(\?[^\s#\\]*)?$/;

/**
 * Whether a redirect URI is on this machine, with any port (RFC 8252 section 7.3). Rejects user
 * info, which would change the host, and fragments (RFC 6749 section 3.1.2).
 */
function isLoopback(uri: string): boolean {
  if (!LOOPBACK.test(uri) || !URL.canParse(uri)) return false;
  const { username, password, hostname } = new URL(uri);
  return username + password === '' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

export function withParameters(
  uri: string,
  parameters: { readonly [name: string]: string | undefined },
): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
