import type { JWT } from 'google-auth-library/build/src/auth/jwtclient.js';
import type {
  OAuth2Client,
  OAuth2ClientOptions,
} from 'google-auth-library/build/src/auth/oauth2client.js';
import type { OAuthClient } from './clientFile';
import { GOOGLE, type OAuthEndpoints } from './endpoints';
import type { ServiceAccount } from './serviceAccount';

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
  const { UserRefreshClient } = await import('./userClient');
  const library = new UserRefreshClient({
    clientId: client.id,
    clientSecret: client.secret,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...commonOptions(endpoints, ask),
  });
  return withoutRepeats(library);
}

/**
 * As `libraryClient`, for a service account. The library writes Google's token endpoint into the assertion
 * and asks it, whatever the key file says.
 * @param scopes full names, of what the tokens are to allow.
 */
export async function libraryServiceAccount(
  { email, privateKey }: ServiceAccount,
  scopes: readonly string[],
  ask: AskToken,
): Promise<JWT> {
  const { JWT } = await import('./serviceClient');
  const library = new JWT({
    email,
    key: privateKey,
    scopes: [...scopes],
    ...commonOptions(GOOGLE, ask),
  });
  return withoutRepeats(library);
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
          throw new Error('An unexpected request was to be sent.');
        }
        const text = await ask(form);
        return new Response(text, { headers: { 'content-type': 'application/json' } });
      },
    },
  };
}

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
