import type { OAuth2Client } from 'google-auth-library/build/src/auth/oauth2client.js';
import type { OAuthClient } from './clientFile';
import type { OAuthEndpoints } from './endpoints';

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
  const { UserRefreshClient } = await import('google-auth-library/build/src/auth/refreshclient.js');
  const library = new UserRefreshClient({
    clientId: client.id,
    clientSecret: client.secret,
    ...(refreshToken === undefined ? {} : { refreshToken }),
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
  });
  library.transporter.interceptors.request.add({
    resolved: async (config) => {
      const once = { ...config, retry: false };
      delete once.retryConfig;
      return once;
    },
  });
  return library;
}
