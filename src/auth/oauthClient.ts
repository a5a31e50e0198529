import * as l10n from '@vscode/l10n';
import { isLoopback } from '../api/endpoint';
import { credentialProblem } from '../api/headers';
import { AppError } from '../base/errors';
import { shownSize } from '../base/format';
import { isObject, tryParse } from '../base/json';

/** What is kept of a `client_secret.json`: an OAuth client of the type Desktop app. */
export interface OAuthClient {
  readonly id: string;
  /** Not confidential for a desktop client (RFC 8252 section 8.5), but no reason to show it. */
  readonly secret: string;
  /** https, or http to this machine; no query, user or fragment. */
  readonly authUri: string;
  readonly tokenUri: string;
  /** The project that the client belongs to. */
  readonly project?: string;
}

// Bytes; the real ones have a few hundred.
const SIZE_LIMIT = 64 * 1024;
const LONGEST = 2048;

type Fields = { readonly [name: string]: unknown };

/**
 * Reads a `client_secret.json`. Throws `AppError` (`badClientFile`) that names each field and address which
 * is missing or odd, and never a value other than the host of an address.
 */
export function parseClientFile(bytes: Uint8Array): OAuthClient {
  if (bytes.length > SIZE_LIMIT) {
    throw refuse(l10n.t('The file is larger than {0}.', shownSize(SIZE_LIMIT)));
  }
  const text = new TextDecoder().decode(bytes);
  const file = tryParse(text);
  if (!isObject(file)) throw refuse(l10n.t('The file is not a JSON object.'));
  const { installed, web, type } = file as Fields;
  if (!isObject(installed)) throw refuseOther(web, type);
  const problems: string[] = [];
  const read = new FieldReader(installed, problems);
  const id = read.word('client_id');
  const secret = read.word('client_secret');
  const authUri = read.address('auth_uri');
  const tokenUri = read.address('token_uri');
  const project = read.optionalWord('project_id');
  if (problems.length > 0) throw refuse(problems.join(' '));
  if (pairingOf({ authUri, tokenUri }) === 'mixed') {
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

function refuseOther(web: unknown, type: unknown): AppError {
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

/** Reads fields and collects what is wrong with them, so that all of it can be told at once. */
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
    if (value.length > LONGEST) return this.#odd(l10n.t('“{0}” is too long.', name));
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
        l10n.t('“{0}” must not contain a user, query, or fragment ({1}).', name, url.host),
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
