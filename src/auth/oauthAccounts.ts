import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import type * as vscode from 'vscode';
import { endpointName } from '../api/endpoint';
import type { Credential, Http } from '../api/transport';
import type { Clock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { AppError } from '../base/errors';
import { Emitter } from '../base/event';
import { AccessTokens, type FreshToken, notSignedIn, StoredRefresh } from './accessTokens';
import { type AdcEnvironment, ApplicationDefaultCredentials, type UserAdc } from './adc';
import type { SignedIn } from './authorizationCodeFlow';
import { endpointsOf, GOOGLE, type OAuthClient, type OAuthEndpoints } from './oauthClient';
import { maySendTo } from './originConsent';
import { ClientStore, type StoredSignIn, TokenStore } from './secretStore';
import { revokeToken, type TokenResponse, TokenEndpoint } from './tokenEndpoint';

interface OAuthAccountsDeps {
  readonly store: TokenStore;
  readonly endpoint: TokenEndpoint;
  readonly http: Http;
  readonly clock: Clock;
  readonly endpointsOf?: (client: OAuthClient) => OAuthEndpoints;
}

export type Account = Omit<StoredSignIn, 'refreshToken' | 'client'> & {
  readonly id: string;
  readonly clientId: string;
  readonly isEnded?: true;
};

/** Result of a sign-out. The local sign-in is removed in any case. */
export interface SignOut {
  readonly revokeError?: unknown;
  readonly storageError?: unknown;
}

/** A replaced sign-in, which remains valid on the server until it is revoked. */
export interface ReplacedSignIn {
  readonly email: string;
  /**
   * Revokes access, unless another sign-in shares it: the server revokes per account and client.
   * @param run runs the server request.
   */
  readonly end: (
    run: (revoke: (signal: AbortSignal) => Promise<void>) => Promise<void>,
  ) => Promise<void>;
}

interface Session {
  readonly session: string;
  readonly tokens: AccessTokens;
  readonly refresh: (scopes?: readonly string[]) => Promise<TokenResponse>;
  readonly narrow: Map<string, AccessTokens>;
}

/** The sign-ins of this window and their tokens. All windows share the storage. */
export class OAuthAccounts implements Disposable {
  readonly #deps: OAuthAccountsDeps;
  readonly #endpointsOf: (client: OAuthClient) => OAuthEndpoints;
  readonly #known = new Map<string, Promise<StoredSignIn | undefined>>();
  readonly #sessions = new Map<string, Session>();
  readonly #changed = new Emitter<string>();
  readonly #subscription: Disposable;
  /** Id of a sign-in that started, ended or was renewed in any window. */
  readonly onDidChange = this.#changed.event;
  readonly #ended = new Map<string, string>();
  readonly #endChanged = new Emitter<string>();
  /** Id of a sign-in that the server rejected permanently, or accepted again. */
  readonly onDidChangeEnd = this.#endChanged.event;

  constructor(deps: OAuthAccountsDeps) {
    this.#deps = deps;
    this.#endpointsOf = deps.endpointsOf ?? endpointsOf;
    this.#subscription = deps.store.onDidChange((id) => {
      this.#known.delete(id);
      this.#changed.fire(id);
    });
  }

  /** Throws `AppError` (`secretStorage`) if storage can’t be read. */
  async list(): Promise<readonly Account[]> {
    const ids = await this.#deps.store.ids();
    const accounts = await Promise.all(ids.map((id) => this.find(id)));
    return accounts.filter((account) => account !== undefined);
  }

  async find(id: string): Promise<Account | undefined> {
    const signIn = await this.#read(id);
    if (!signIn) return undefined;
    const { refreshToken: _secret, client, ...open } = signIn;
    const isEnded = this.#ended.get(id) === signIn.session;
    return { ...open, id, clientId: client.id, ...(isEnded ? { isEnded } : {}) };
  }

  /** Stores a new sign-in. Returns the previous one if it has a different account or client. */
  async save(
    id: string,
    origin: string,
    client: OAuthClient,
    { tokens, asked, granted, email }: SignedIn,
  ): Promise<ReplacedSignIn | undefined> {
    const now = this.#deps.clock.now();
    const { signInEndsInMs, refreshToken } = tokens;
    const session = randomBytes(16).toString('hex');
    const before = await this.#deps.store.save(id, {
      session,
      client,
      origin,
      refreshToken,
      asked,
      granted,
      signedInAt: now,
      ...(email === undefined ? {} : { email }),
      ...(signInEndsInMs === undefined ? {} : { endsAt: now + signInEndsInMs }),
    });
    this.#known.delete(id);
    this.#open(id, session, tokens);
    const former = before?.email;
    if (!before || former === undefined || email === undefined) return undefined;
    if (former === email && before.client.id === client.id) return undefined;
    return {
      email: former,
      end: async (run) => {
        const kept = await this.list();
        if (kept.some((one) => one.clientId === before.client.id && one.email === former)) return;
        await run((signal) => this.#revoke(before.client, before.refreshToken, signal));
      },
    };
  }

  /**
   * Returns the authentication of a sign-in. Throws `AppError` (`notSignedIn`, `signedOut`,
   * `signInForOtherOrigin`) and the errors of `TokenEndpoint`.
   * @param project the quota project of every request.
   * @param fresh requests a new token even if the current one is valid.
   */
  async credential(
    id: string,
    origin: string,
    {
      project,
      fresh = false,
      signal,
    }: {
      readonly project?: string;
      readonly fresh?: boolean;
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<Credential> {
    const signIn = await this.#read(id);
    if (!signIn) throw notSignedIn();
    if (!maySendTo(signIn, origin)) throw otherOrigin(signIn.origin, origin);
    const { tokens } = this.#session(id, signIn);
    const token = await (fresh ? tokens.fresh(signal) : tokens.get(signal));
    return {
      kind: 'bearer',
      token,
      ...(project === undefined ? {} : { project }),
      renew: (stop) => tokens.refused(token, stop),
    };
  }

  /**
   * Returns a token for another extension, limited to the given scopes.
   * Throws the errors of `credential`, and `AppError` (`tooManyScopes`) if the server grants more.
   * @param scopes full scope names, at least one.
   */
  async narrowToken(id: string, origin: string, scopes: readonly string[]): Promise<string> {
    const { clock } = this.#deps;
    const signIn = await this.#read(id);
    if (!signIn) throw notSignedIn();
    if (!maySendTo(signIn, origin)) throw otherOrigin(signIn.origin, origin);
    const { narrow, refresh } = this.#session(id, signIn);
    const key = [...new Set(scopes)].sort().join(' ');
    const known = narrow.get(key);
    if (known) return await known.get();
    const tokens = new AccessTokens(clock, async () => {
      const answer = await refresh(key.split(' '));
      // Google adds `openid` to identity scopes; it grants no access.
      const isMore = answer.scopes?.some((one) => one !== 'openid' && !scopes.includes(one));
      if (isMore === true) throw tooManyScopes();
      return answer;
    });
    narrow.set(key, tokens);
    return await tokens.get();
  }

  /**
   * Returns a sign-in with its secrets, only for the ADC file. Throws `AppError`: `notSignedIn`;
   * `otherSignInServer` if not Google’s, as ADC readers send the refresh token to Google.
   * @param project the quota project.
   */
  async adcOf(id: string, project?: string): Promise<UserAdc> {
    const { store } = this.#deps;
    // Not from the cache: another window may have replaced the token.
    const signIn = await store.read(id);
    if (!signIn) throw notSignedIn();
    const { client, refreshToken } = signIn;
    const { token } = this.#endpointsOf(client);
    if (token !== GOOGLE.token) throw otherSignInServer(new URL(token).host);
    return { client, refreshToken, ...(project === undefined ? {} : { quotaProject: project }) };
  }

  /**
   * Allows another origin for a sign-in. Ask the user first, naming the host.
   * @param place all requests, or uploads only.
   */
  async moveTo(
    id: string,
    origin: string,
    place: 'origin' | 'uploadOrigin' = 'origin',
  ): Promise<void> {
    const isThere = await this.#deps.store.update(id, { [place]: origin });
    if (!isThere) throw notSignedIn();
    this.#known.delete(id);
  }

  /** Signs out in all windows and on the server. Never throws. */
  async signOut(id: string, signal?: AbortSignal): Promise<SignOut> {
    const { store } = this.#deps;
    let result: SignOut = {};
    let signIn: StoredSignIn | undefined;
    this.#sessions.delete(id);
    try {
      signIn = await store.read(id);
      if (signIn) signIn = (await store.deleteIf(id, signIn)) ?? signIn;
    } catch (error) {
      result = { storageError: error };
    }
    this.#known.delete(id);
    if (!signIn) return result;
    try {
      await this.#revoke(signIn.client, signIn.refreshToken, signal);
    } catch (error) {
      result = { ...result, revokeError: error };
    }
    return result;
  }

  /** Ends all sign-ins. Throws `AppError` (`secretStorage`) if they can’t be listed. */
  async signOutEverywhere(signal?: AbortSignal): Promise<ReadonlyMap<string, SignOut>> {
    const ids = await this.#deps.store.ids();
    const outcomes = ids.map(async (id) => [id, await this.signOut(id, signal)] as const);
    return new Map(await Promise.all(outcomes));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#endChanged.dispose();
    this.#known.clear();
    this.#sessions.clear();
  }

  async #revoke(client: OAuthClient, token: string, signal?: AbortSignal): Promise<void> {
    const { http } = this.#deps;
    await revokeToken(http, this.#endpointsOf(client), token, signal);
  }

  #read(id: string): Promise<StoredSignIn | undefined> {
    const known = this.#known.get(id);
    if (known) return known;
    const reading = this.#deps.store.read(id);
    this.#known.set(id, reading);
    reading.catch(() => {
      if (this.#known.get(id) === reading) this.#known.delete(id);
    });
    return reading;
  }

  #session(id: string, { session }: StoredSignIn): Session {
    const known = this.#sessions.get(id);
    return known?.session === session ? known : this.#open(id, session);
  }

  #open(id: string, session: string, first?: FreshToken): Session {
    const refresh = new StoredRefresh(id, this.#deps);
    const refreshed = async (scopes?: readonly string[]): Promise<TokenResponse> => {
      try {
        const token = await refresh.refresh(scopes);
        this.#setEnded(id, undefined);
        return token;
      } catch (error) {
        if (error instanceof AppError && error.reason === 'signedOut') this.#setEnded(id, session);
        throw error;
      }
    };
    const tokens = new AccessTokens(this.#deps.clock, () => refreshed(), first);
    const narrow = new Map<string, AccessTokens>();
    const fresh = { session, tokens, refresh: refreshed, narrow };
    this.#sessions.set(id, fresh);
    return fresh;
  }

  #setEnded(id: string, session: string | undefined): void {
    if (this.#ended.get(id) === session) return;
    if (session === undefined) this.#ended.delete(id);
    else this.#ended.set(id, session);
    this.#endChanged.fire(id);
  }
}

function tooManyScopes(): AppError<'tooManyScopes'> {
  return new AppError(
    'tooManyScopes',
    l10n.t('The sign-in server can’t issue a token limited to the requested scopes.'),
    { hint: l10n.t('Use the other extension’s own sign-in.') },
  );
}

function otherSignInServer(host: string): AppError<'otherSignInServer'> {
  return new AppError(
    'otherSignInServer',
    l10n.t(
      'You signed in at {0}, but apps that use application default credentials would send the sign-in to Google.',
      host,
    ),
    { hint: l10n.t('Sign in with a Google OAuth client, then export that sign-in.') },
  );
}

function otherOrigin(made: string, asked: string): AppError<'signInForOtherOrigin'> {
  return new AppError(
    'signInForOtherOrigin',
    l10n.t(
      'You signed in for {0}, so the sign-in won’t be sent to {1}.',
      endpointName(made),
      endpointName(asked),
    ),
    { hint: l10n.t('Sign in again for this endpoint, or fix the endpoint.') },
  );
}

/**
 * Whether both sign-ins end together, as the server revokes per account and client.
 * False if the account is unknown.
 */
export function isSameGrant(other: Account, { id, clientId, email }: Account): boolean {
  return (
    email !== undefined && other.id !== id && other.clientId === clientId && other.email === email
  );
}

export interface SignInsDeps {
  readonly secrets: vscode.SecretStorage;
  readonly http: Http;
  readonly clock: Clock;
  /** Receives every token, code and client secret, to be redacted in logs. */
  readonly onSecret: (secret: string) => void;
  /** Called if secret storage failed and data is in memory only. */
  readonly onStorageFailed: (error: unknown) => void;
  readonly surroundings: () => AdcEnvironment;
}

export interface SignIns extends Disposable {
  readonly accounts: OAuthAccounts;
  readonly clients: ClientStore;
  readonly adc: ApplicationDefaultCredentials;
  readonly endpoint: TokenEndpoint;
  readonly http: Http;
  readonly surroundings: () => AdcEnvironment;
}

export function createSignIns(deps: SignInsDeps): SignIns {
  const { http, clock, onStorageFailed, surroundings } = deps;
  const disposables = new DisposableStore();
  const store = disposables.add(new TokenStore(deps));
  const clients = disposables.add(new ClientStore(deps));
  const endpoint = new TokenEndpoint(deps);
  disposables.add(store.onDidFail(onStorageFailed));
  disposables.add(clients.onDidFail(onStorageFailed));
  return {
    accounts: disposables.add(new OAuthAccounts({ store, endpoint, http, clock })),
    clients,
    adc: new ApplicationDefaultCredentials({ endpoint, clock, surroundings }),
    endpoint,
    http,
    surroundings,
    dispose: () => disposables.dispose(),
  };
}
