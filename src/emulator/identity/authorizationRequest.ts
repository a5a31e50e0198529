import { findScope, type ScopeRow } from '../caller';
import { needed, type OAuthClient, OAuthError, type Parameters } from './oauth';

/** Where the answer of an authorization goes. */
export interface Redirection {
  readonly redirectUri: string;
  readonly state: string | undefined;
}

/** What a client asks a user for. */
export interface AuthorizationRequest {
  readonly scopes: readonly ScopeRow[];
  /** S256 of the verifier. */
  readonly challenge: string;
  /** Whether it wants to go on while the user is away. */
  readonly isOffline: boolean;
  readonly loginHint: string | undefined;
}

/** What the consent form sends again, so that nothing is remembered between page and answer. */
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
 * Where to answer. Throws `OAuthError` where the client or the address is wrong: that must be shown to the
 * user, and nothing sent anywhere (RFC 6749 section 4.1.2.1).
 */
export function readRedirection(parameters: Parameters, client: OAuthClient): Redirection {
  if (needed(parameters, 'client_id') !== client.id) {
    throw new OAuthError('invalid_client', 'The OAuth client was not found.', 401);
  }
  const redirectUri = needed(parameters, 'redirect_uri');
  if (!isLoopback(redirectUri)) {
    throw new OAuthError(
      'redirect_uri_mismatch',
      'A desktop program is answered on this machine only: at http://127.0.0.1, http://[::1] or ' +
        'http://localhost, with any port.',
    );
  }
  return { redirectUri, state: parameters.get('state') };
}

/** Reads what is asked for. Throws `OAuthError` for an error that goes to the client, by a redirect. */
export function readAuthorizationRequest(
  parameters: Parameters,
  refused: readonly string[],
): AuthorizationRequest {
  if (needed(parameters, 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'Only response_type=code is supported.');
  }
  if (parameters.get('prompt') === 'none') {
    throw new OAuthError('interaction_required', 'Nobody can consent without a page.');
  }
  const challenge = needed(parameters, 'code_challenge');
  // Without a method it would be `plain`, which protects nothing where the request is seen.
  if (parameters.get('code_challenge_method') !== 'S256') {
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256.');
  }
  if (!/^[\w-]{43}$/.test(challenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be 43 characters of base64url.');
  }
  return {
    scopes: readScopes(needed(parameters, 'scope'), refused),
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
      // RFC 6749 leaves out of a description what would need escaping.
      const shown = name.replaceAll(/[^\w.:/-]/g, '').slice(0, 100);
      throw new OAuthError('invalid_scope', `Some requested scopes were invalid: ${shown}`);
    }
    return row;
  });
  if (found.length === 0) throw new OAuthError('invalid_scope', 'No scope was requested.');
  return [...new Set(found)];
}

// As the machine itself is written; Google takes these for desktop programs, with any port and path.
const LOOPBACK =
  /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?(\/[^\s#\\]*)?(\?[^\s#\\]*)?$/;

/**
 * Whether a code may be sent there: this machine only, whatever the port (RFC 8252 section 7.3). A name
 * before an `@` would make another host of it, a fragment is not allowed (RFC 6749 section 3.1.2).
 */
function isLoopback(uri: string): boolean {
  if (!LOOPBACK.test(uri) || !URL.canParse(uri)) return false;
  const { username, password, hostname } = new URL(uri);
  return username + password === '' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

/** The address with parameters added to its query. */
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
