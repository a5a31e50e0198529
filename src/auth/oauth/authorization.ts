import { randomBytes } from 'node:crypto';
import { CodeChallengeMethod } from 'google-auth-library/build/src/auth/oauth2client.js';
import type { ExpectedCallback } from './callback';
import type { OAuthClient } from './clientFile';
import type { OAuthEndpoints } from './endpoints';
import { libraryClient } from './library';
import { IDENTITY_SCOPES } from './scopes';

/** One request for access, with a verifier and a state of its own. */
export interface Authorization extends ExpectedCallback {
  /** The page to open. */
  readonly url: string;
  /** Proves at the token endpoint that the request was ours (RFC 7636). */
  readonly verifier: string;
}

/** What to ask for, and where the answer goes. */
export interface AuthorizationWish {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** An e-mail address. */
  readonly loginHint?: string;
}

// Bytes; 128 bits are the least.
const STATE = 32;

/** Makes a request for access to be answered with a code: S256, offline, with consent. */
export async function createAuthorization(
  client: OAuthClient,
  endpoints: OAuthEndpoints,
  { redirectUri, scopes, loginHint }: AuthorizationWish,
): Promise<Authorization> {
  const library = await libraryClient(client, endpoints);
  const { codeVerifier, codeChallenge } = await library.generateCodeVerifierAsync();
  const state = randomBytes(STATE).toString('base64url');
  const url = library.generateAuthUrl({
    redirect_uri: redirectUri,
    scope: [...new Set([...IDENTITY_SCOPES, ...scopes])].join(' '),
    state,
    code_challenge_method: CodeChallengeMethod.S256,
    ...(codeChallenge === undefined ? {} : { code_challenge: codeChallenge }),
    // Without these there is no refresh token but at the very first consent.
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: true,
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
  });
  return { url, verifier: codeVerifier, state, redirectUri, issuer: endpoints.issuer };
}
