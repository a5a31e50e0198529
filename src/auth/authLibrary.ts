import { randomBytes } from 'node:crypto';
import type { JWT } from 'google-auth-library/build/src/auth/jwtclient.js';
import {
  CodeChallengeMethod,
  type OAuth2Client,
  type OAuth2ClientOptions,
} from 'google-auth-library/build/src/auth/oauth2client.js';
import type { ExpectedCallback } from './loopbackReceiver';
import {
  GOOGLE,
  IDENTITY_SCOPES,
  type OAuthClient,
  type OAuthEndpoints,
  type ServiceAccount,
} from './oauthClient';

/** Sends a form to the token endpoint and returns the JSON text of a successful response. */
export type AskToken = (form: URLSearchParams) => Promise<string>;

const rejectTokenRequest: AskToken = () => Promise.reject(new Error('Unexpected token request.'));

/**
 * Creates a single-use google-auth-library client without its retries, HTTP, proxy detection and debug log.
 * Trap: the library’s errors contain the form with all secrets, so never pass them on.
 */
export async function libraryClient(
  client: OAuthClient,
  endpoints: OAuthEndpoints,
  {
    refreshToken,
    ask = rejectTokenRequest,
  }: { readonly refreshToken?: string; readonly ask?: AskToken } = {},
): Promise<OAuth2Client> {
  const { UserRefreshClient } = await import('./googleAuth');
  const library = new UserRefreshClient({
    clientId: client.id,
    clientSecret: client.secret,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...commonOptions(endpoints, ask),
  });
  return uniqueValues(library);
}

/**
 * Creates a google-auth-library client for a service account.
 * The library always uses Google’s token endpoint, regardless of the key file.
 * @param scopes full scope names.
 */
export async function libraryServiceAccount(
  { email, privateKey }: ServiceAccount,
  scopes: readonly string[],
  ask: AskToken,
): Promise<JWT> {
  const { JWT } = await import('./googleAuth');
  const library = new JWT({
    email,
    key: privateKey,
    scopes: [...scopes],
    ...commonOptions(GOOGLE, ask),
  });
  return uniqueValues(library);
}

function commonOptions(endpoints: OAuthEndpoints, ask: AskToken): OAuth2ClientOptions {
  return {
    endpoints: {
      oauth2AuthBaseUrl: endpoints.authorize,
      oauth2TokenUrl: endpoints.token,
      oauth2RevokeUrl: endpoints.revoke,
      tokenInfoUrl: endpoints.tokenInfo,
    },
    useAuthRequestParameters: false,
    transporterOptions: {
      noProxy: [/./],
      fetchImplementation: async (url, init) => {
        const address = url instanceof URL || typeof url === 'string' ? new URL(url).href : '';
        const form = init?.body;
        if (address !== new URL(endpoints.token).href || !(form instanceof URLSearchParams)) {
          throw new Error('Unexpected request.');
        }
        const text = await ask(form);
        return new Response(text, { headers: { 'content-type': 'application/json' } });
      },
    },
  };
}

function uniqueValues<T extends OAuth2Client>(library: T): T {
  library.transporter.interceptors.request.add({
    resolved: async (config) => {
      const once = { ...config, retry: false };
      delete once.retryConfig;
      return once;
    },
  });
  return library;
}

export interface Authorization extends ExpectedCallback {
  readonly url: string;
  /** PKCE code verifier (RFC 7636). */
  readonly verifier: string;
}

export interface AuthorizationOptions {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly loginHint?: string;
}

// In bytes; at least 128 bits are required.
const STATE_SIZE = 32;

/** Creates an authorization request: response type code, PKCE S256, offline access, consent prompt. */
export async function createAuthorization(
  client: OAuthClient,
  endpoints: OAuthEndpoints,
  { redirectUri, scopes, loginHint }: AuthorizationOptions,
): Promise<Authorization> {
  const library = await libraryClient(client, endpoints);
  const { codeVerifier, codeChallenge } = await library.generateCodeVerifierAsync();
  const state = randomBytes(STATE_SIZE).toString('base64url');
  const url = library.generateAuthUrl({
    redirect_uri: redirectUri,
    scope: [...new Set([...IDENTITY_SCOPES, ...scopes])].join(' '),
    state,
    code_challenge_method: CodeChallengeMethod.S256,
    ...(codeChallenge === undefined ? {} : { code_challenge: codeChallenge }),
    // Without these, Google returns a refresh token only after the first consent.
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: true,
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
  });
  return { url, verifier: codeVerifier, state, redirectUri, issuer: endpoints.issuer };
}
