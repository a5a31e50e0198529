import type { IncomingHttpHeaders } from 'node:http';
import { omitSecretFields } from '../api/schema/secrets';
import type { JsonObject } from '../base/json';
import { decodePercent } from '../base/encoding';
import { messageOf } from './canonical';
import { parseBody, mediaType, type RecordedRequest, mapBodyTexts } from './exchange';
import type { PathPlaceholders } from './pathPlaceholders';

export interface IncomingRequest {
  readonly operation: string;
  readonly method: string;
  /** Path and query within the session. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Base URL for the client, such as `http://127.0.0.1:4321/s/NAME`. */
  readonly base: string;
  /** Whether the response may be a stream as a JSON array. */
  readonly mayBeArray: boolean;
  readonly signal: AbortSignal;
}

export type RequestParts = Pick<
  IncomingRequest,
  'operation' | 'method' | 'target' | 'headers' | 'body' | 'base'
>;

/** Returns the request as recorded: without credentials, with placeholders for URLs and folders. */
export function toRecordedRequest(
  { operation, method, target, headers, body, base }: RequestParts,
  places: PathPlaceholders,
): RecordedRequest {
  const { path, parameters } = partsOf(target);
  const type = mediaType(headers['content-type']);
  const names = [...new Set(parameters.keys())].filter((name) => !SECRET_QUERY.has(name));
  const message = messageOf(operation);
  // Secret fields are redacted, like headers.
  const shown =
    message === undefined || type === 'application/octet-stream'
      ? body
      : withoutSecrets(body, message);
  const plain = parseBody(shown, type);
  return places.written(
    (change) => ({
      method,
      path: readablePath(path),
      query: Object.fromEntries(
        names.map((name) => [name, parameters.getAll(name).map((value) => change(value))]),
      ),
      ...(type === '' || type === 'application/json' ? {} : { type }),
      body: mapBodyTexts(plain, change),
    }),
    base,
  );
}

/** Paths that don't require URL parsing, which takes a fifth of the total time. */
const PLAIN_PATH = /^(?:\/[\w:~-][\w:.~-]*)+$/;

function partsOf(target: string): {
  readonly path: string;
  readonly parameters: URLSearchParams;
} {
  if (PLAIN_PATH.test(target)) return { path: target, parameters: new URLSearchParams() };
  const { pathname, searchParams } = new URL(target.replace(/^\/+/, '/'), 'http://service');
  return { path: pathname, parameters: searchParams };
}

function withoutSecrets(body: Buffer, message: string): Buffer {
  const text = body.toString();
  const clean = omitSecretFields(text, message, SECRET);
  return clean === text ? body : Buffer.from(clean);
}

const PROTOCOL = new Set(['uploadType', 'upload_protocol', 'upload_id']);

/** Normalizes the start of a rejected upload, which has the upload path. */
export function rejectedStart(request: RecordedRequest): RecordedRequest {
  const query = Object.entries(request.query).filter(([name]) => !PROTOCOL.has(name));
  return { ...request, method: 'POST', query: Object.fromEntries(query) };
}

/**
 * Returns the target and body of an upload's start. Metadata becomes the body, or query parameters if the
 * method has no message.
 */
export function uploadStart(
  { operation, target }: Pick<IncomingRequest, 'operation' | 'target'>,
  metadata: JsonObject,
): Pick<IncomingRequest, 'body' | 'headers' | 'target'> {
  const path = target.split('?', 1)[0] ?? '';
  const headers = { 'content-type': 'application/json' };
  if (messageOf(operation) !== undefined) {
    return { headers, target: path, body: Buffer.from(JSON.stringify(metadata)) };
  }
  const query = new URLSearchParams(
    Object.entries(metadata).map(([name, value]): [string, string] => [
      name,
      String(value as string | number),
    ]),
  );
  return { headers, target: `${path}?${query.toString()}`, body: Buffer.alloc(0) };
}

const SECRET = '{{secret}}';

const SECRET_QUERY = new Set(['key', 'access_token', 'oauth_token']);

/** Decodes a path if unambiguous. */
function readablePath(path: string): string {
  return decodePercent(path.replaceAll(/\/{2,}/g, '/'), decodeURI);
}
