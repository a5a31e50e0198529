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

const GOOGLE_ORIGINS = [
  'https://accounts.google.com',
  'https://oauth2.googleapis.com',
  'https://www.googleapis.com',
];

type Addresses = Pick<OAuthClient, 'authUri' | 'tokenUri'>;

/**
 * How the two addresses of a client belong together. `mixed`: one of them is Google's or looks so, and not
 * both are addresses where Google signs in. The code, the verifier and the secret would go to somebody whom
 * the page in the browser does not name (the mix-up of RFC 9207). `twoOrigins` needs a question first.
 */
export function pairingOf({
  authUri,
  tokenUri,
}: Addresses): 'google' | 'oneOrigin' | 'twoOrigins' | 'mixed' {
  const urls = [new URL(authUri), new URL(tokenUri)];
  if (urls.every(({ origin }) => GOOGLE_ORIGINS.includes(origin))) return 'google';
  if (urls.some(({ hostname }) => /(?:^|\.)google(?:apis)?\.com\.?$/.test(hostname)))
    return 'mixed';
  return urls[0]?.origin === urls[1]?.origin ? 'oneOrigin' : 'twoOrigins';
}

/**
 * Where a client signs in. A client file names two addresses only; revocation and tokeninfo stand beside
 * the token endpoint, as with Google.
 */
export function endpointsOf(client: Addresses): OAuthEndpoints {
  if (pairingOf(client) === 'google') return GOOGLE;
  const { authUri, tokenUri } = client;
  return {
    authorize: authUri,
    token: tokenUri,
    revoke: new URL('revoke', tokenUri).href,
    tokenInfo: new URL('tokeninfo', tokenUri).href,
    issuer: new URL(authUri).origin,
  };
}
