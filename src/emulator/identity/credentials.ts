import type { IncomingHttpHeaders } from 'node:http';
import type { OperationRow } from '../../api/operations/row';
import { typeName } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import { isSecretShaped as looksLikeSecret } from '../../api/redact';
import type { Edition } from '../../api/versions';
import {
  type Caller,
  opened,
  type Opening,
  PROJECT,
  PROJECT_NUMBER,
  serviceScopes,
} from '../caller';
import { equal } from '../digest';
import { errorInfo, localizedMessage, StatusError } from '../status';
import type { Grants } from './grants';

/** What a request was signed with. */
export type CredentialKind = 'none' | 'apiKey' | 'bearer';

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
const BEARER = 'Bearer realm="https://accounts.google.com/"';
const SCOPE_MISSING = 'Request had insufficient authentication scopes.';

/** The emulator's API key, and the access tokens of its users. */
export class Credentials {
  readonly #apiKey: string;
  readonly #grants: Grants;
  readonly #takesKeys: ReadonlySet<OperationRow['credential']>;
  /** Takes its own key alone; otherwise any that does not look like a real one, as programs have theirs already. */
  isStrict: boolean;
  /** Makes the key answer as an expired one. */
  keyExpired = false;

  /** @param tunedModelsAcceptKeys takes keys where only the documents ask for a user, as the live service. */
  constructor(
    apiKey: string,
    grants: Grants,
    {
      isStrict,
      tunedModelsAcceptKeys,
    }: { readonly isStrict: boolean; readonly tunedModelsAcceptKeys: boolean },
  ) {
    this.#apiKey = apiKey;
    this.#grants = grants;
    this.isStrict = isStrict;
    this.#takesKeys = new Set(tunedModelsAcceptKeys ? ['apiKey', 'documentedOauth'] : ['apiKey']);
  }

  kind(headers: IncomingHttpHeaders, query: URLSearchParams): CredentialKind {
    if (tokenOf(headers, query) !== undefined) return 'bearer';
    return keyOf(headers, query) === undefined ? 'none' : 'apiKey';
  }

  /** Throws the 400 where a request was signed with what looks real, which has no business here. */
  refuseReal(headers: IncomingHttpHeaders, query: URLSearchParams): void {
    // Also what is not used: it was sent, and would be in a log.
    const keys = [headers['x-goog-api-key'] ?? []].flat().flatMap((text) => text.split(','));
    const given = [tokenOf(headers, query) ?? '', ...keys].concat(
      ['access_token', 'key'].flatMap((name) => query.getAll(name)),
    );
    if (given.some(looksLikeSecret)) throw new StatusError(400, REAL_REFUSED);
  }

  /** Who makes a call. Throws the service's 400, 401 or 403 where a request may not make it. */
  check(
    headers: IncomingHttpHeaders,
    query: URLSearchParams,
    row: OperationRow,
    version: Edition,
  ): Caller {
    const token = tokenOf(headers, query);
    const key = keyOf(headers, query);
    this.refuseReal(headers, query);
    // With both, the token says who it is, and the key who pays.
    if (token !== undefined) {
      const caller = this.#user(token, row, version);
      checkProject(headers['x-goog-user-project']);
      return caller;
    }
    if (key === undefined) throw new StatusError(403, NO_CALLER);
    if (this.isStrict && !equal(key, this.#apiKey)) {
      throw invalidKey('API key not valid. Please pass a valid API key.');
    }
    if (this.keyExpired) throw invalidKey('API key expired. Please renew the API key.');
    if (!this.#takesKeys.has(row.credential)) throw keyNotEnough(row, version);
    return { kind: 'apiKey' };
  }

  #user(token: string, row: OperationRow, version: Edition): Caller {
    const found = this.#grants.findAccess(token);
    if (found === undefined) throw refusedToken(row, version);
    if (found === 'ended') throw tokenExpired(row, version);
    const scopes = opened(found.scopes);
    const open: readonly (Opening | undefined)[] = [
      'cloud-platform',
      row.foreignScope,
      ...row.scopes,
    ];
    const isEnough = scopes.some((scope) => open.includes(scope));
    if (!isEnough) throw scopeMissing(row, version);
    return { kind: 'user', email: found.email, scopes };
  }
}

/** Throws Google's general 403 where a user would charge a project that is not theirs: there is only one here. */
function checkProject(named: string | readonly string[] | undefined): void {
  const project = [named ?? ''].flat().join(', ').trim();
  if (project === '' || project === PROJECT || project === PROJECT_NUMBER) return;
  const message =
    `Caller does not have required permission to use project ${project}. Grant the caller the ` +
    'roles/serviceusage.serviceUsageConsumer role, or a custom role with the serviceusage.services.use ' +
    `permission, by visiting https://console.developers.google.com/iam-admin/iam/project?project=${encodeURIComponent(project)} ` +
    'and then retry. Propagation of the new permission may take a few minutes.';
  const consumer = { consumer: `projects/${project}`, containerInfo: project };
  throw new StatusError(403, message, { details: [errorInfo('USER_PROJECT_DENIED', consumer)] });
}

/** Throws the service's 401 where a body has what only a signed-in user may send. */
export function checkBody(
  caller: Caller,
  row: OperationRow,
  version: Edition,
  body: JsonObject,
): void {
  const { oauthWith } = row;
  if (caller.kind === 'user' || oauthWith === undefined || body[oauthWith] === undefined) return;
  throw keyNotEnough(row, version);
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

/** The service and method of the call, as errors name it. */
function methodOf(row: OperationRow, version: Edition): JsonObject {
  return { method: typeName(row.rpc.replace('/', '.'), version) };
}

/** 401 of an access token that has expired. */
export function tokenExpired(row: OperationRow, version: Edition): StatusError {
  return unauthenticated('ACCESS_TOKEN_EXPIRED', row, version);
}

/** 401 of a credential that nobody gave out, or of a kind that is not taken. */
export function refusedToken(row: OperationRow, version: Edition): StatusError {
  return unauthenticated('ACCESS_TOKEN_TYPE_UNSUPPORTED', row, version);
}

function unauthenticated(reason: string, row: OperationRow, version: Edition): StatusError {
  return new StatusError(401, BAD_TOKEN, {
    details: [errorInfo(reason, methodOf(row, version))],
    headers: { 'www-authenticate': `${BEARER}, error="invalid_token"` },
  });
}

function keyNotEnough(row: OperationRow, version: Edition): StatusError {
  const details = [errorInfo('CREDENTIALS_MISSING', methodOf(row, version))];
  return new StatusError(401, KEY_NOT_ENOUGH, { details });
}

// The service names all of its scopes, whichever the call needs.
function scopeMissing(row: OperationRow, version: Edition): StatusError {
  const scope = serviceScopes.join(' ');
  return new StatusError(403, SCOPE_MISSING, {
    details: [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT', methodOf(row, version))],
    headers: { 'www-authenticate': `${BEARER}, error="insufficient_scope", scope="${scope}"` },
  });
}

function invalidKey(message: string): StatusError {
  const details = [errorInfo('API_KEY_INVALID'), localizedMessage(message)];
  return new StatusError(400, message, { details });
}

/** What is said where somebody sends a credential of the real service. */
export const REAL_REFUSED =
  'This is the emulator, and it refuses what looks like a real credential. Use the one that it ' +
  'printed when it started. Nothing was logged; if other people can read your settings, replace ' +
  'the real one.';
