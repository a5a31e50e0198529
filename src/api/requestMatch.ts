import { matchTemplate } from './names';
import { isOperationId, isSessionId, operationRow, sessions } from './operations';
import type { OperationRow } from './operations/row';
import { SECRET_PARAMETERS } from './redact';
import type { QueryTexts } from './request';
import { toCamelCase } from './schema/scalars';
import { type Version, VERSIONS, type VersionSet } from './versions';

/** An untrusted request, such as from a file, that claims to call an API method. */
export interface ClaimedRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query: QueryTexts;
}

export interface RequestMismatch {
  readonly field: 'operation' | 'method' | 'version' | 'path' | 'query';
  readonly found: string;
  /** Empty for an unknown method or query parameter. */
  readonly expected: string;
}

const COMMON: ReadonlySet<string> = new Set([
  'alt',
  'fields',
  'key',
  'access_token',
  'oauth_token',
  'prettyPrint',
  'quotaUser',
  'callback',
  'uploadType',
  'upload_protocol',
  '.xgafv',
]);

/** Whether every method accepts the parameter, with or without a `$` prefix. */
export function isCommonParameter(name: string): boolean {
  return COMMON.has(name.replace(/^\$/, ''));
}

const OTHERS: { readonly [path: string]: Pick<Form, 'operations' | 'verb'> } = {
  '/$discovery/rest': { operations: ['discovery'], verb: 'GET' },
  '/v1beta/openai/chat/completions': {
    // The emulator records the first name; the client sends the second.
    operations: ['openai.chat.completions', 'models.generateContent'],
    verb: 'POST',
  },
};

interface Form {
  readonly operations: readonly string[];
  readonly verb: string;
}

const SESSION_PATH = /^\/{1,2}ws\/google\.ai\.generativelanguage\.(\w+)\.(\w+\.\w+)$/;

/** Returns the first difference between a request and its row. Undefined if they match. */
export function requestMismatch(request: ClaimedRequest): RequestMismatch | undefined {
  const { operation, method, path, query } = request;
  const other = Object.hasOwn(OTHERS, path) ? OTHERS[path] : undefined;
  if (other?.operations.includes(operation)) {
    if (method !== other.verb) return { field: 'method', found: method, expected: other.verb };
    return queryMismatch(query, (name) => operation === 'discovery' && name === 'version');
  }
  const row = rowOf(operation);
  if (!row) return { field: 'operation', found: operation, expected: '' };
  if (method !== row.verb) return { field: 'method', found: method, expected: row.verb };
  const place = row.transport ? sessionPlace(path) : operationPlace(row, path);
  const expected = pathOf(row);
  if (!place) return { field: 'path', found: path, expected };
  const versions = VERSIONS.filter((one) => isInAnyProfile(row.versions, one));
  const version = versions.find((one) => one === place.version);
  if (!version) return { field: 'version', found: place.version, expected: versions.join(', ') };
  const isPath = row.transport
    ? place.rest === row.path
    : matchTemplate(row.path, place.rest) !== undefined;
  if (!isPath) return { field: 'path', found: path, expected };
  return queryMismatch(query, (name) => isParameter(row, version, name));
}

function rowOf(operation: string): OperationRow | undefined {
  if (isOperationId(operation)) return operationRow(operation);
  return isSessionId(operation) ? sessions[operation] : undefined;
}

interface Place {
  readonly version: string;
  readonly rest: string;
}

function sessionPlace(path: string): Place | undefined {
  const [, version = '', rest = ''] = SESSION_PATH.exec(path) ?? [];
  return version === '' ? undefined : { version, rest };
}

function operationPlace({ upload, download }: OperationRow, path: string): Place | undefined {
  const start = upload
    ? '/upload/'
    : download && path.startsWith('/download/')
      ? '/download/'
      : '/';
  if (!path.startsWith(start)) return undefined;
  const [version = ''] = path.slice(start.length).split('/', 1);
  return { version, rest: path.slice(start.length + version.length + 1) };
}

function pathOf({ path, upload, transport }: OperationRow): string {
  if (transport) return `/ws/google.ai.generativelanguage.{version}.${path}`;
  return `${upload ? '/upload' : ''}/{version}/${path}`;
}

/** The API accepts either case of parameter names, except for newer methods. */
function isParameter(row: OperationRow, version: Version, name: string): boolean {
  const own = row.case === 'snake' ? name : toCamelCase(name);
  const known = row.query && Object.hasOwn(row.query, own) ? row.query[own] : undefined;
  return known !== undefined && isInAnyProfile(known.versions, version);
}

/** Whether the version has it now or in 2024, because recordings may be old. True if no versions are set. */
function isInAnyProfile(versions: VersionSet | undefined, version: Version): boolean {
  return !versions || versions.now.includes(version) || versions.in2024.includes(version);
}

function queryMismatch(
  query: QueryTexts,
  isKnown: (name: string) => boolean,
): RequestMismatch | undefined {
  const secrets: readonly string[] = SECRET_PARAMETERS;
  // Credentials come only from the connection.
  const isAllowed = (name: string): boolean =>
    isKnown(name) || (isCommonParameter(name) && !secrets.includes(name.replace(/^\$/, '')));
  const found = Object.keys(query).find((name) => !isAllowed(name));
  return found === undefined ? undefined : { field: 'query', found, expected: '' };
}
