import { randomBytes } from 'node:crypto';
import type { JWT } from 'google-auth-library/build/src/auth/jwtclient.js';
import {
  CodeChallengeMethod,
  type OAuth2Client,
  type OAuth2ClientOptions,
} from 'google-auth-library/build/src/auth/oauth2client.js';
import type { ServiceAccount } from './adcFile';
import type { ExpectedCallback } from './callback';
import { GOOGLE, type OAuthClient, type OAuthEndpoints } from './oauthClient';
import { IDENTITY_SCOPES } from './scopes';

/** Sends a form to the token endpoint and gives the JSON text of a good answer. */
export type AskToken = (form: URLSearchParams) => Promise<string>;

const notAsked: AskToken = () => Promise.reject(new Error('No request was expected.'));

/**
 * A client of google-auth-library for one use. What the library would do by itself is switched off: its
 * repeats (they wait in real time), its HTTP (`ask` is ours), its look for a proxy, its debug log (which
 * would hold tokens), and Google's addresses. Its errors hold the form with all secrets, so none may get out.
 */
export async function libraryClient(
  client: OAuthClient,
  endpoints: OAuthEndpoints,
  {
    refreshToken,
    ask = notAsked,
  }: { readonly refreshToken?: string; readonly ask?: AskToken } = {},
): Promise<OAuth2Client> {
  const { UserRefreshClient } = await import('./googleAuth');
  const library = new UserRefreshClient({
    clientId: client.id,
    clientSecret: client.secret,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...commonOptions(endpoints, ask),
  });
  return withoutRepeats(library);
}

/**
 * A client of google-auth-library for a service account, as `libraryClient` makes one for a user. The library
 * writes Google's token endpoint into the assertion and asks it, whatever the key file says.
 * @param scopes full names, of what the tokens are to allow.
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
  return withoutRepeats(library);
}

/** What is the same for every client of the library: our addresses and our HTTP, no proxy of its own. */
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
          throw new Error('An unexpected request was to be sent.');
        }
        const text = await ask(form);
        return new Response(text, { headers: { 'content-type': 'application/json' } });
      },
    },
  };
}

/** Takes the library's own repeats away: they wait in real time. */
function withoutRepeats<T extends OAuth2Client>(library: T): T {
  library.transporter.interceptors.request.add({
    resolved: async (config) => {
      const once = { ...config, retry: false };
      delete once.retryConfig;
      return once;
    },
  });
  return library;
}

/** One request for access, with a verifier and a state of its own. */
export interface Authorization extends ExpectedCallback {
  /** The page to open. */
  readonly url: string;
  /** Proves at the token endpoint that the request was ours (RFC 7636). */
  readonly verifier: string;
}

/** What to ask for, and where the answer goes. */
export interface AuthorizationOptions {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** An e-mail address. */
  readonly loginHint?: string;
}

// Bytes; 128 bits are the least.
const STATE_SIZE = 32;

/** Makes a request for access to be answered with a code: S256, offline, with consent. */
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
    // Without these there is no refresh token but at the very first consent.
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: true,
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
  });
  return { url, verifier: codeVerifier, state, redirectUri, issuer: endpoints.issuer };
}
