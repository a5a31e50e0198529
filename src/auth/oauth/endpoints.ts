import type { OAuthClient } from './clientFile';

/** The addresses of an authorization server. None of them ever carries a token. */
export interface OAuthEndpoints {
  readonly authorize: string;
  readonly token: string;
  readonly revoke: string;
  readonly tokenInfo: string;
  /** What the server calls itself in `iss` (RFC 9207). */
  readonly issuer: string;
}

/** Google's, whatever older addresses a client file has. */
export const GOOGLE: OAuthEndpoints = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revoke: 'https://oauth2.googleapis.com/revoke',
  tokenInfo: 'https://oauth2.googleapis.com/tokeninfo',
  issuer: 'https://accounts.google.com',
};

const GOOGLE_HOSTS = ['accounts.google.com', 'oauth2.googleapis.com', 'www.googleapis.com'];

/**
 * Where a client signs in. A client file names two addresses only; revocation and tokeninfo stand beside
 * the token endpoint, as with Google.
 */
export function endpointsOf(client: Pick<OAuthClient, 'authUri' | 'tokenUri'>): OAuthEndpoints {
  const { authUri, tokenUri } = client;
  const isGoogle = [authUri, tokenUri].every((uri) => GOOGLE_HOSTS.includes(new URL(uri).host));
  if (isGoogle) return GOOGLE;
  return {
    authorize: authUri,
    token: tokenUri,
    revoke: new URL('revoke', tokenUri).href,
    tokenInfo: new URL('tokeninfo', tokenUri).href,
    issuer: new URL(authUri).origin,
  };
}
