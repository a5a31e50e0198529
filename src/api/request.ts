import { AppError } from '../base/errors';
import { expandTemplate, resourceField, templateVariables } from './names';
import { type OperationId, operationRow, type Operations } from './operations';
import type { OperationRow } from './operations/row';
import type { BodyInput } from './schema/infer';
import { findMessage } from './schema/messages';
import { type JsonObject, type JsonValue, requiredIn, type Scalars } from './schema/row';
import type { UploadPart } from './upload/upload';
import { isInEdition, isAvailable, type Version } from './versions';

export type RequestName = OperationId | 'discovery';

export interface QueryTexts {
  readonly [name: string]: string | readonly string[];
}

/** An unsent request as a plain, comparable value. */
export interface PlainRequest {
  readonly operation: RequestName;
  readonly version: Version;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Encoded path, such as `/v1beta/models/x:generateContent`. */
  readonly path: string;
  readonly query: QueryTexts;
  readonly body?: JsonObject;
  readonly media?: Media;
  readonly upload?: UploadPart;
}

export interface Media {
  readonly contentType: string;
  readonly data: Uint8Array;
}

type PathName<P> = P extends `${string}{${infer N}=${string}}${infer Rest}`
  ? N | PathName<Rest>
  : never;
type ScalarOf<Q> = Q extends { readonly type: infer T extends keyof Scalars }
  ? Q extends { readonly repeated: true }
    ? readonly Scalars[T][]
    : Scalars[T]
  : never;
type Required = { readonly required: true };
type Query<R> = R extends { readonly query: infer Q }
  ? { readonly [K in keyof Q as Q[K] extends Required ? never : K]?: ScalarOf<Q[K]> } & {
      readonly [K in keyof Q as Q[K] extends Required ? K : never]: ScalarOf<Q[K]>;
    }
  : Record<never, never>;
// PATCH sends only masked fields, so none are required.
type BodyOf<R, B> = R extends { readonly verb: 'PATCH' } ? Partial<BodyInput<B>> : BodyInput<B>;
type Body<R> = R extends { readonly body: infer B }
  ? { readonly body: BodyOf<R, B> }
  : { readonly body?: never };
type Content<R> = R extends { readonly upload: object } ? { readonly media: Media } : unknown;
type Path<R> = R extends { readonly path: infer P }
  ? { readonly [K in PathName<P>]: string }
  : never;

/**
 * Parameters of a call, inferred from the operations table: path names (full resource names), query, and `body`.
 */
export type CallParameters<I extends OperationId> = Parameters[I];

// Precomputed per method, and `as` stops TypeScript from expanding all methods for a generic one.
type Parameters = {
  readonly [I in OperationId as I]: Path<Operations[I]> &
    Query<Operations[I]> &
    Body<Operations[I]>;
};
type Inputs = { readonly [I in OperationId as I]: Parameters[I] & Content<Operations[I]> };

export type CallInput<I extends OperationId> = Inputs[I];

// RFC 6838, with simple parameters.
const MIME_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(; ?[\w-]+=[\w.+-]+)*$/;

type RequestReason =
  | 'badMediaType'
  | 'badName'
  | 'missingParameter'
  | 'unknownParameter'
  | 'unsupportedVersion';

interface Input {
  readonly [name: string]: unknown;
  readonly body?: JsonObject;
  readonly media?: Media;
}

/** Builds a request from a row and parameters. Throws `AppError` with a `RequestReason`. */
export function buildRequest<I extends OperationId>(
  id: I,
  version: Version,
  input: CallInput<I>,
): PlainRequest {
  const row = operationRow(id);
  // `CallInput` is opaque while `I` is generic; each name is checked against the row.
  const values = input as unknown as Input;
  if (!isAvailable(row, version)) {
    throw refuse('unsupportedVersion', `${id} isn’t available in ${version} of the API.`);
  }
  checkNames(id, row, version, values);
  const request = {
    operation: id,
    version,
    method: row.verb,
    path: `${row.upload ? '/upload' : ''}/${version}/${expandTemplate(row.path, values)}`,
    query: { ...queryOf(id, row, values), ...(row.stream === true ? { alt: 'sse' } : {}) },
  };
  const media = row.upload ? { media: checkedMedia(id, values.media) } : {};
  if (row.body === undefined) return { ...request, ...media };
  if (values.body === undefined) {
    throw refuse('missingParameter', `${id} requires a request body.`);
  }
  return { ...request, body: bodyOf(row, row.body, values), ...media };
}

export function requestRow({ operation }: Pick<PlainRequest, 'operation'>): Partial<OperationRow> {
  return operation === 'discovery' ? {} : operationRow(operation);
}

export function isStream(request: Pick<PlainRequest, 'operation' | 'body' | 'query'>): boolean {
  const { stream } = requestRow(request);
  if (typeof stream !== 'object') return stream === true;
  const { body, query } = request;
  return stream.asked === 'body' ? body?.stream === true : query.stream === 'true';
}

/** Whether the request calls a model, so that another model or a shorter prompt may help. */
export function callsModel(request: Pick<PlainRequest, 'operation'>): boolean {
  const { path } = requestRow(request);
  return path?.includes('{model=') === true || request.operation === 'interactions.create';
}

/** Whether the response is a secret that is meant to be shown. */
export function returnsSecret(request: Pick<PlainRequest, 'operation'>): boolean {
  return requestRow(request).answersSecret === true;
}

export function toStreamRequest(request: PlainRequest): PlainRequest {
  const { body, query } = request;
  const { stream } = requestRow(request);
  if (typeof stream !== 'object') return request;
  return stream.asked === 'body'
    ? { ...request, body: { ...body, stream: true } }
    : { ...request, query: { ...query, stream: 'true' } };
}

export function targetOf({
  path,
  query,
  upload,
}: Pick<PlainRequest, 'path' | 'query' | 'upload'>): string {
  if (upload?.target !== undefined) return upload.target;
  if (Object.keys(query).length === 0) return path;
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((text): [string, string] => [name, text]),
  );
  return `${path}?${new URLSearchParams(pairs).toString()}`;
}

function checkNames(id: string, row: OperationRow, version: Version, values: Input): void {
  const known = templateVariables(row.path).map(({ name }) => name);
  if (row.body !== undefined) known.push('body');
  if (row.upload) known.push('media');
  for (const [name, parameter] of Object.entries(row.query ?? {})) {
    if (isInEdition(parameter.versions, version)) known.push(name);
    if (!requiredIn(parameter, version) || values[name] !== undefined) continue;
    throw refuse('missingParameter', `${id} requires the parameter ${name}.`);
  }
  for (const name of Object.keys(values)) {
    if (known.includes(name) || values[name] === undefined) continue;
    const where = `${id} has no parameter ${JSON.stringify(name)} in ${version}.`;
    throw refuse('unknownParameter', where);
  }
}

function checkedMedia(id: string, media: Media | undefined): Media {
  if (media === undefined) throw refuse('missingParameter', `${id} requires data to upload.`);
  checkMimeType(media.contentType);
  return media;
}

/** Throws `AppError` (`badMediaType`) for an invalid MIME type, to prevent header injection. */
function checkMimeType(type: string): void {
  if (MIME_TYPE.test(type)) return;
  const shown = JSON.stringify(type.slice(0, 80));
  throw refuse('badMediaType', `${shown} isn’t a MIME type such as text/plain.`);
}

function queryOf(id: string, row: OperationRow, values: Input): QueryTexts {
  const query: { [name: string]: string | readonly string[] } = {};
  for (const [name, { repeated }] of Object.entries(row.query ?? {})) {
    const value = values[name];
    if (value === undefined) continue;
    if (repeated && Array.isArray(value) && value.every((item) => typeof item === 'string')) {
      if (value.length > 0) query[name] = value;
      continue;
    }
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw refuse('unknownParameter', `${name} of ${id} must be a string, number, or boolean.`);
    }
    query[name] = String(value);
  }
  return query;
}

/**
 * Builds the body without path-bound fields, because the API rejects some duplicates. PATCH bodies include the name,
 * as documented, except for names with field presence.
 */
function bodyOf(row: OperationRow, message: string, { body = {}, ...values }: Input): JsonObject {
  // Here the URL has only the ID; `name` in the body is a display name.
  if (row.case === 'snake') return body;
  const fields = findMessage(message)?.fields ?? {};
  const own: { [name: string]: JsonValue } = {};
  const bound = new Set<string>();
  for (const { name } of templateVariables(row.path)) {
    const field = resourceField(name);
    const value = values[name];
    bound.add(field ?? name);
    if (field === undefined || typeof value !== 'string') continue;
    if (repeatsName(message, field)) own[field] = value;
  }
  const isBound = (name: string): boolean =>
    bound.has(name) || (Object.hasOwn(fields, name) && fields[name]?.pathBound === true);
  const rest = Object.entries(body).filter(([name]) => !isBound(name));
  return { ...own, ...Object.fromEntries(rest) };
}

/** Whether a PATCH body repeats the name in the URL. The API rejects duplicates of names with field presence. */
export function repeatsName(message: string, field: string): boolean {
  const { fields = {} } = findMessage(message) ?? {};
  return !Object.hasOwn(fields, field) || fields[field]?.presence !== true;
}

function refuse(reason: RequestReason, message: string): AppError<RequestReason> {
  return new AppError(reason, message, { hint: 'Nothing was sent.' });
}

export interface RawCall {
  readonly operation: OperationId;
  /** Any version: the API reports if the method is missing. */
  readonly version: Version;
  readonly path: { readonly [name: string]: string };
  readonly query: QueryTexts;
  readonly body?: JsonObject;
  readonly media?: Media;
}

/**
 * Builds an unvalidated request, so that the API reports errors. Throws `AppError` (`badName`) only for names that
 * would change the path.
 */
export function rawRequest({
  operation,
  version,
  path,
  query,
  body,
  media,
}: RawCall): PlainRequest {
  const { path: template, verb, upload, stream, body: message } = operationRow(operation);
  return {
    operation,
    version,
    method: verb,
    path: `${upload ? '/upload' : ''}/${version}/${expandTemplate(template, path)}`,
    query: { ...query, ...(stream === true ? { alt: 'sse' } : {}) },
    ...(message === undefined ? {} : { body: body ?? {} }),
    ...(media === undefined ? {} : { media }),
  };
}

export function discoveryRequest(version: Version): PlainRequest {
  return {
    operation: 'discovery',
    version,
    method: 'GET',
    path: '/$discovery/rest',
    query: { version },
  };
}

/** Downloads a generated file. Throws `AppError` (`badName`) if the name isn't a file. */
export function downloadRequest(name: string, version: Version): PlainRequest {
  return {
    operation: 'files.download',
    version,
    method: 'GET',
    path: `/${version}/${expandTemplate(operationRow('files.download').path, { name })}`,
    query: { alt: 'media' },
  };
}

export function pathParameters(
  operation: OperationId,
): readonly { readonly name: string; readonly pattern: string }[] {
  return templateVariables(operationRow(operation).path);
}
