import type { IncomingMessage } from 'node:http';
import type { Reply } from '../call';
import type { FaultQueue, FaultTarget } from '../faultInjection';
import { readText, type Target } from '../http';
import type { HandlerContext } from '../handlerContext';
import { type Authorizer, showConsent, takeConsent, Tickets } from './authorizationEndpoint';
import { Codes, type Grants } from './grants';
import { type IdentitySettings, type OAuthClient, OAuthError, readParameters } from './oauth';
import { errorPage, jsonError, plain } from './page';
import { issueTokens, revokeToken, tokenInfo } from './tokenEndpoint';

export {
  type CredentialKind,
  Credentials,
  LIVE_CREDENTIALS_REJECTED,
  checkBody,
  rejectedToken,
  tokenExpired,
} from './credentials';
export { Grants } from './grants';
export {
  type IdentitySettings,
  type OAuthClient,
  clientOf,
  defaultIdentitySettings,
  writeClientFile,
} from './oauth';

interface ReceivedRequest {
  readonly bearer: string | undefined;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

interface Endpoint {
  readonly id: FaultTarget;
  readonly answer: (on: Authorizer, sent: ReceivedRequest) => Reply;
  readonly refuse: (error: OAuthError) => Reply;
}

const endpoints: { readonly [path: string]: { readonly [verb: string]: Endpoint } } = {
  '/o/oauth2/v2/auth': {
    GET: {
      id: 'oauth.authorize',
      answer: (on, { query }) => showConsent(on, query),
      refuse: errorPage,
    },
    POST: {
      id: 'oauth.authorize',
      answer: (on, { form }) => takeConsent(on, form),
      refuse: errorPage,
    },
  },
  '/token': {
    POST: {
      id: 'oauth.token',
      answer: (on, { form }) => issueTokens(on, readParameters(form)),
      refuse: jsonError,
    },
  },
  '/revoke': {
    POST: {
      id: 'oauth.revoke',
      // Google's client libraries send the token in the query.
      answer: (on, { query, form }) =>
        revokeToken(on, readParameters(new URLSearchParams([...query, ...form]))),
      refuse: jsonError,
    },
  },
  '/tokeninfo': {
    GET: {
      id: 'oauth.tokeninfo',
      answer: (on, { query, bearer }) => tokenInfo(on, bearer, readParameters(query)),
      refuse: jsonError,
    },
  },
};

/** Maximum size of a form in bytes. */
const FORM_BYTES = 64 * 1024;

/**
 * OAuth 2.0 server for the single client of the emulator: authorization, token, revocation and
 * tokeninfo.
 */
export class Identity {
  readonly #world: HandlerContext;
  readonly #faults: FaultQueue;
  readonly #on: Authorizer;

  constructor(
    world: HandlerContext,
    faults: FaultQueue,
    on: {
      readonly client: OAuthClient;
      readonly grants: Grants;
      readonly settings: IdentitySettings;
      readonly issuer: string;
    },
  ) {
    const { state, time } = world;
    this.#world = world;
    this.#faults = faults;
    this.#on = { ...on, time, codes: new Codes(state, time), tickets: new Tickets(time) };
  }

  serves(path: string): boolean {
    return Object.hasOwn(endpoints, path);
  }

  /**
   * Handles a request, including OAuth errors. Throws `StatusError` if the form is too long.
   * @param onForm receives the form for the log
   */
  async answer(
    request: IncomingMessage,
    { path, query }: Target,
    onForm: (text: string) => void,
  ): Promise<Reply> {
    const verbs = endpoints[path] ?? {};
    const verb = request.method ?? '';
    const endpoint = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    if (!endpoint) {
      const allow = Object.keys(verbs).join(', ');
      return plain(405, 'text/plain; charset=utf-8', '', { allow });
    }
    const fault = this.#faults.take(endpoint.id);
    if (fault) return { steps: [], accident: fault.accident };
    const text = verb === 'POST' ? await readText(request, FORM_BYTES) : '';
    onForm(text);
    try {
      const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      const sent = { bearer, query, form: new URLSearchParams(text) };
      return this.#world.state.transaction(() => endpoint.answer(this.#on, sent));
    } catch (error) {
      if (error instanceof OAuthError) return endpoint.refuse(error);
      throw error;
    }
  }
}
