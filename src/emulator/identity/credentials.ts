import type { IncomingHttpHeaders } from 'node:http';
import type { OperationRow } from '../../api/operations/row';
import { typeName } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import { SECRET_SOURCES } from '../../api/redact';
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

// Excludes token types that the emulator also issues.
const { authToken: _token, signingSecret: _secret, ...GOOGLES } = SECRET_SOURCES;
const WHOLE = new RegExp(`^\\s*(?:${Object.values(GOOGLES).join('|')})\\s*$`);

/** Whether the trimmed text as a whole looks like a secret issued only by Google. */
export function looksLikeSecret(text: string): boolean {
  return WHOLE.test(text);
}

export class Credentials {
  readonly #apiKey: string;
  readonly #grants: Grants;
  readonly #takesKeys: ReadonlySet<OperationRow['credential']>;
  /**
   * Whether to accept only the emulator's own key. Otherwise accepts any key that doesn't look real, so that
   * apps can keep their key.
   */
  isStrict: boolean;
  keyExpired = false;

  /**
   * @param tunedModelsAcceptKeys accepts API keys for tuned models, as the live API does against
   * its documentation.
   */
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

  /** Throws 400 for credentials that look real, which must not be sent to an emulator. */
  rejectLive(headers: IncomingHttpHeaders, query: URLSearchParams): void {
    // Check unused credentials, too: a sent secret could be logged.
    const keys = [headers['x-goog-api-key'] ?? []].flat().flatMap((text) => text.split(','));
    const given = [tokenOf(headers, query) ?? '', ...keys].concat(
      ['access_token', 'key'].flatMap((name) => query.getAll(name)),
    );
    if (given.some(looksLikeSecret)) throw new StatusError(400, LIVE_CREDENTIALS_REJECTED);
  }

  /** Returns the caller. Throws 400, 401 or 403 if authentication fails. */
  check(
    headers: IncomingHttpHeaders,
    query: URLSearchParams,
    row: OperationRow,
    version: Edition,
  ): Caller {
    const token = tokenOf(headers, query);
    const key = keyOf(headers, query);
    this.rejectLive(headers, query);
    // If both are sent, the token identifies the user and the key identifies the billed project.
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
    if (found === undefined) throw rejectedToken(row, version);
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

/** Throws 403 for other quota projects. The emulator has only one project. */
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

/** Throws 401 if a body has fields that need a signed-in user. */
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
  // Another scheme is an invalid credential, not a missing one.
  return bearer ?? headers.authorization ?? query.get('access_token') ?? undefined;
}

function keyOf(headers: IncomingHttpHeaders, query: URLSearchParams): string | undefined {
  const header = headers['x-goog-api-key'];
  const key = (Array.isArray(header) ? header[0] : header) ?? query.get('key') ?? '';
  return key === '' ? undefined : key;
}

function methodOf(row: OperationRow, version: Edition): JsonObject {
  return { method: typeName(row.rpc.replace('/', '.'), version) };
}

export function tokenExpired(row: OperationRow, version: Edition): StatusError {
  return unauthenticated('ACCESS_TOKEN_EXPIRED', row, version);
}

export function rejectedToken(row: OperationRow, version: Edition): StatusError {
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

// As in the live API, the error lists all scopes.
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

export const LIVE_CREDENTIALS_REJECTED =
  'This is the emulator, which rejects credentials that look real. Use the credential that it ' +
  'printed at startup. Nothing was logged. If other people can read your settings, replace ' +
  'the real one.';
