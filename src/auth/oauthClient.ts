import * as l10n from '@vscode/l10n';
import { isLoopback } from '../api/endpoint';
import { credentialProblem } from '../api/headers';
import { CLOUD_PLATFORM, SCOPE_PREFIX } from '../api/operations/row';
import { AppError } from '../base/errors';
import { shownSize } from '../base/format';
import { isObject, tryParse } from '../base/json';

/** An OAuth client of type Desktop app, from `client_secret.json`. */
export interface OAuthClient {
  readonly id: string;
  /** Not confidential for desktop clients (RFC 8252 section 8.5), but not shown either. */
  readonly secret: string;
  /** https, or http on this machine; without query, user or fragment. */
  readonly authUri: string;
  readonly tokenUri: string;
  readonly project?: string;
}

// In bytes; real files have a few hundred.
const SIZE_LIMIT = 64 * 1024;

const MAX_VALUE_LENGTH = 2048;

type Fields = { readonly [name: string]: unknown };

/**
 * Parses `client_secret.json`. Throws `AppError` (`badClientFile`) with all missing or invalid fields,
 * but without values other than hosts.
 */
export function parseClientFile(bytes: Uint8Array): OAuthClient {
  if (bytes.length > SIZE_LIMIT) {
    throw refuse(l10n.t('The file is larger than {0}.', shownSize(SIZE_LIMIT)));
  }
  const text = new TextDecoder().decode(bytes);
  const file = tryParse(text);
  if (!isObject(file)) throw refuse(l10n.t('The file is not a JSON object.'));
  const { installed, web, type } = file as Fields;
  if (!isObject(installed)) throw rejectOtherClient(web, type);
  const problems: string[] = [];
  const read = new FieldReader(installed, problems);
  const id = read.word('client_id');
  const secret = read.word('client_secret');
  const authUri = read.address('auth_uri');
  const tokenUri = read.address('token_uri');
  const project = read.optionalWord('project_id');
  if (problems.length > 0) throw refuse(problems.join(' '));
  if (endpointsFor({ authUri, tokenUri }) === 'mixed') {
    const [page, server] = [new URL(authUri).host, new URL(tokenUri).host];
    throw refuse(
      l10n.t(
        '“auth_uri” points to {0}, but “token_uri” points to {1}. If one is a Google URL, both must be Google sign-in URLs.',
        page,
        server,
      ),
    );
  }
  return { id, secret, authUri, tokenUri, ...(project === undefined ? {} : { project }) };
}

function rejectOtherClient(web: unknown, type: unknown): AppError {
  if (web !== undefined) {
    const problem = l10n.t('The client type is “web”, which can’t redirect to this machine.');
    return refuse(problem);
  }
  if (type === 'service_account' || type === 'authorized_user') {
    const problem = l10n.t('The file contains credentials of type {0}, not an OAuth client.', type);
    return refuse(problem);
  }
  return refuse(l10n.t('The field “installed” is missing.'));
}

class FieldReader {
  readonly #fields: Fields;
  readonly #problems: string[];

  constructor(fields: Fields, problems: string[]) {
    this.#fields = fields;
    this.#problems = problems;
  }

  word(name: string): string {
    const value = this.#fields[name];
    if (value === undefined) return this.#odd(l10n.t('“{0}” is missing.', name));
    if (typeof value !== 'string') return this.#odd(l10n.t('“{0}” is not a string.', name));
    if (value.length > MAX_VALUE_LENGTH) return this.#odd(l10n.t('“{0}” is too long.', name));
    const problem = credentialProblem(value);
    return problem === undefined
      ? value
      : this.#odd(l10n.t('“{0}” can’t be used: {1}.', name, problem));
  }

  optionalWord(name: string): string | undefined {
    return this.#fields[name] === undefined ? undefined : this.word(name);
  }

  address(name: string): string {
    const before = this.#problems.length;
    const text = this.word(name);
    if (this.#problems.length > before) return '';
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || url.host === '') return this.#odd(l10n.t('“{0}” is not a valid URL.', name));
    if (url.username !== '' || url.password !== '' || /[?#]/.test(text)) {
      return this.#odd(
        l10n.t('“{0}” must not contain a username, query, or fragment ({1}).', name, url.host),
      );
    }
    const isSafe =
      url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
    if (isSafe) return url.href;
    return this.#odd(
      l10n.t('“{0}” must use HTTPS or point to this machine ({1}).', name, url.host),
    );
  }

  #odd(problem: string): string {
    this.#problems.push(problem);
    return '';
  }
}

function refuse(problem: string): AppError<'badClientFile'> {
  return new AppError(
    'badClientFile',
    l10n.t('This isn’t an OAuth client file for a desktop app. {0}', problem),
    {
      hint: l10n.t(
        'In the Google Cloud console, create a “Desktop app” OAuth client and download its JSON.',
      ),
    },
  );
}

/** URLs of an authorization server. None of them ever contains a token. */
export interface OAuthEndpoints {
  readonly authorize: string;
  readonly token: string;
  readonly revoke: string;
  readonly tokenInfo: string;
  /** The `iss` value (RFC 9207). */
  readonly issuer: string;
}

/** Google’s current URLs, which replace older ones in client files. */
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
 * Compares a client’s two URLs. `mixed`: only one is Google’s, so the browser would hide who gets
 * code and secret (mix-up attack, RFC 9207). `twoOrigins` needs confirmation.
 */
export function endpointsFor({
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
 * Returns all endpoints. Derives revocation and tokeninfo from the token endpoint, as client files omit them.
 */
export function endpointsOf(client: Addresses): OAuthEndpoints {
  if (endpointsFor(client) === 'google') return GOOGLE;
  const { authUri, tokenUri } = client;
  return {
    authorize: authUri,
    token: tokenUri,
    revoke: new URL('revoke', tokenUri).href,
    tokenInfo: new URL('tokeninfo', tokenUri).href,
    issuer: new URL(authUri).origin,
  };
}

const AUTH = 'https://www.googleapis.com/auth/';

/** Scopes that identify the account. Every sign-in requests them. */
export const IDENTITY_SCOPES: readonly string[] = ['openid', `${AUTH}userinfo.email`];

export const DEFAULT_SCOPES: readonly string[] = [`${SCOPE_PREFIX}.tuning`, CLOUD_PLATFORM];

/** Used after `invalid_scope` for the default scopes; observed to work with any client. */
export const FALLBACK_SCOPES: readonly string[] = [CLOUD_PLATFORM, `${SCOPE_PREFIX}.retriever`];

const ALIASES: { readonly [short: string]: string } = {
  email: `${AUTH}userinfo.email`,
  profile: `${AUTH}userinfo.profile`,
};

export function splitScopes(text: string): readonly string[] {
  return text
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => (Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name));
}

/** Returns requested scopes that were not granted, except identity scopes. */
export function missingScopes(
  asked: readonly string[],
  granted: readonly string[],
): readonly string[] {
  return asked.filter((name) => !IDENTITY_SCOPES.includes(name) && !granted.includes(name));
}

export interface KnownScopes {
  readonly remembered: readonly string[] | undefined;
  readonly asked: readonly string[];
  readonly granted: readonly string[];
}

/** Returns the scopes to request: those that worked or the default, plus granted and desired ones. */
export function scopesToAsk(
  { remembered = DEFAULT_SCOPES, asked, granted }: KnownScopes,
  wished: readonly string[],
): readonly string[] {
  // The server adds its own scopes again; the client may not be allowed to request them.
  const had = asked.filter((scope) => granted.includes(scope));
  return [...new Set([...remembered, ...had, ...wished])];
}

/**
 * Returns the scope to add if an API method needs one of `needed`: none if already covered,
 * else the narrowest, because the user has refused or not been granted cloud-platform.
 */
export function scopeToWish(known: KnownScopes, needed: readonly string[]): readonly string[] {
  if (needed.some((scope) => known.granted.includes(scope))) return [];
  const own = needed.filter((scope) => scope !== CLOUD_PLATFORM);
  const usual = scopesToAsk(known, []);
  if (own.some((scope) => usual.includes(scope))) return [];
  // Clients that get other scopes are refused the API’s unqualified scope.
  const [narrow] = own.filter((scope) => scope !== SCOPE_PREFIX && !scope.endsWith('.readonly'));
  const wish = narrow ?? own.find((scope) => scope !== SCOPE_PREFIX);
  // A default scope that isn’t remembered was refused for this client.
  const wasRefused = known.remembered !== undefined && DEFAULT_SCOPES.includes(wish ?? '');
  return wish === undefined || wasRefused ? [] : [wish];
}

export function isCovered(granted: readonly string[]): boolean {
  return granted.includes(CLOUD_PLATFORM);
}

/** What a service account key contains, in `application_default_credentials.json`. */
export interface ServiceAccount {
  readonly email: string;
  readonly privateKey: string;
  readonly quotaProject?: string;
}
