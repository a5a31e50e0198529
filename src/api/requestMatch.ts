import { matchTemplate } from './names';
import { isOperationId, isSessionId, operationRow, sessions } from './operations';
import type { OperationRow } from './operations/row';
import { SECRET_PARAMETERS } from './redact';
import type { QueryTexts } from './request';
import { toCamelCase } from './schema/scalars';
import { type Version, VERSIONS, type VersionSet } from './versions';

/** A request from elsewhere, such as a file, that claims to be of an operation. */
export interface ClaimedRequest {
  /** An operation, a session, `discovery`, or whatever the file has. */
  readonly operation: string;
  readonly method: string;
  /** Encoded, from the root. */
  readonly path: string;
  readonly query: QueryTexts;
}

/** How a request differs from the row of its operation. */
export interface RequestMismatch {
  readonly field: 'operation' | 'method' | 'version' | 'path' | 'query';
  readonly found: string;
  /** Empty for an operation and for a query parameter, which there is none of. */
  readonly expected: string;
}

/** Query parameters that every method of the service takes. */
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

/** Whether every method takes a query parameter, with or without the `$` that some clients write. */
export function isCommonParameter(name: string): boolean {
  return COMMON.has(name.replace(/^\$/, ''));
}

/** What the rows don't have: the description of the service, and chats in OpenAI's form. */
const OTHERS: { readonly [path: string]: Pick<Form, 'operations' | 'verb'> } = {
  '/$discovery/rest': { operations: ['discovery'], verb: 'GET' },
  '/v1beta/openai/chat/completions': {
    // As the emulator records it, and as whose request the client sends it.
    operations: ['openai.chat.completions', 'models.generateContent'],
    verb: 'POST',
  },
};

interface Form {
  readonly operations: readonly string[];
  readonly verb: string;
}

const SESSION_PATH = /^\/{1,2}ws\/google\.ai\.generativelanguage\.(\w+)\.(\w+\.\w+)$/;

/** Returns the first way in which a request differs from the row of its operation. Undefined if it doesn't. */
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
  const versions = VERSIONS.filter((one) => isOfAnyProfile(row.versions, one));
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

/** Version and rest of a path. Uploads have a path of their own, and what is downloaded may have one. */
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

/** The service takes the names of parameters in either case, but for those of newer methods. */
function isParameter(row: OperationRow, version: Version, name: string): boolean {
  const own = row.case === 'snake' ? name : toCamelCase(name);
  const known = row.query && Object.hasOwn(row.query, own) ? row.query[own] : undefined;
  return known !== undefined && isOfAnyProfile(known.versions, version);
}

/** Whether a version has it, today or in 2024: a recording may be as old. All have it if none are named. */
function isOfAnyProfile(versions: VersionSet | undefined, version: Version): boolean {
  return !versions || versions.now.includes(version) || versions.in2024.includes(version);
}

function queryMismatch(
  query: QueryTexts,
  isKnown: (name: string) => boolean,
): RequestMismatch | undefined {
  const secrets: readonly string[] = SECRET_PARAMETERS;
  // A credential is the connection's alone.
  const isAllowed = (name: string): boolean =>
    isKnown(name) || (isCommonParameter(name) && !secrets.includes(name.replace(/^\$/, '')));
  const found = Object.keys(query).find((name) => !isAllowed(name));
  return found === undefined ? undefined : { field: 'query', found, expected: '' };
}
