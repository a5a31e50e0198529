import { timingSafeEqual, createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { OperationRow } from '../../api/operations/row';
import { typeName } from '../../api/schema/messages';
import type { Version } from '../../api/versions';
import { demoCaller, type Caller } from '../caller';
import { errorInfo, localizedMessage, StatusError } from '../status';

/** What a request was signed with. */
export type CredentialKind = 'none' | 'apiKey' | 'bearer';

// Keys and tokens of the real service, by their shape.
const REAL = /^(AIza[\w-]{20,}|AQ\.[\w-]{20,}|ya29\.[\w.-]{5,})$/;

const NO_CALLER =
  "Method doesn't allow unregistered callers (callers without established identity). Please use API " +
  'Key or other form of API consumer identity to call this API.';
const BAD_TOKEN =
  'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or ' +
  'other valid authentication credential. See ' +
  'https://developers.google.com/identity/sign-in/web/devconsole-project.';
const KEY_NOT_ENOUGH =
  'API keys are not supported by this API. Expected OAuth2 access token or other authentication ' +
  'credentials that assert a principal. See https://cloud.google.com/docs/authentication';
const REAL_REFUSED =
  'This is the emulator, and it refuses what looks like a real credential. Use the key that it ' +
  'printed when it started. Nothing was logged; if other people can read your settings, replace ' +
  'the real key.';

/** The emulator's one API key and one access token. */
export class Credentials {
  readonly #apiKey: string;
  readonly #accessToken: string;
  /** Makes the key answer as an expired one. */
  keyExpired = false;

  constructor(apiKey: string, accessToken: string) {
    this.#apiKey = apiKey;
    this.#accessToken = accessToken;
  }

  kind(headers: IncomingHttpHeaders, query: URLSearchParams): CredentialKind {
    if (tokenOf(headers, query) !== undefined) return 'bearer';
    return keyOf(headers, query) === undefined ? 'none' : 'apiKey';
  }

  /** Who makes a call. Throws the service's 400, 401 or 403 where a request may not make it. */
  check(
    headers: IncomingHttpHeaders,
    query: URLSearchParams,
    row: OperationRow,
    version: Version,
  ): Caller {
    const token = tokenOf(headers, query);
    const key = keyOf(headers, query);
    if (REAL.test(token ?? '') || REAL.test(key ?? '')) throw new StatusError(400, REAL_REFUSED);
    if (token !== undefined) {
      if (!equal(token, this.#accessToken)) throw unauthenticated('ACCESS_TOKEN_TYPE_UNSUPPORTED');
      return demoCaller;
    }
    if (key === undefined) throw new StatusError(403, NO_CALLER);
    if (!equal(key, this.#apiKey)) {
      throw invalidKey('API key not valid. Please pass a valid API key.');
    }
    if (this.keyExpired) throw invalidKey('API key expired. Please renew the API key.');
    // Not published whether keys are still taken; as the documents say, a signed-in user is needed.
    if (row.credential !== 'apiKey') {
      const method = typeName(row.rpc.replace('/', '.'), version);
      const details = [errorInfo('CREDENTIALS_MISSING', { method })];
      throw new StatusError(401, KEY_NOT_ENOUGH, { details });
    }
    return { kind: 'apiKey' };
  }
}

function tokenOf(headers: IncomingHttpHeaders, query: URLSearchParams): string | undefined {
  const bearer = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]?.trim();
  // A header of another scheme is a bad credential too, not none.
  return bearer ?? headers.authorization ?? query.get('access_token') ?? undefined;
}

function keyOf(headers: IncomingHttpHeaders, query: URLSearchParams): string | undefined {
  const header = headers['x-goog-api-key'];
  const key = (Array.isArray(header) ? header[0] : header) ?? query.get('key') ?? '';
  return key === '' ? undefined : key;
}

function unauthenticated(reason: string): StatusError {
  return new StatusError(401, BAD_TOKEN, {
    details: [errorInfo(reason)],
    headers: {
      'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"',
    },
  });
}

function invalidKey(message: string): StatusError {
  const details = [errorInfo('API_KEY_INVALID'), localizedMessage(message)];
  return new StatusError(400, message, { details });
}

/** Compares in constant time, whatever the lengths. */
export function equal(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
