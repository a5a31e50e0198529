import type { IncomingHttpHeaders } from 'node:http';
import { withoutSecretFields } from '../api/schema/secrets';
import type { JsonObject } from '../base/json';
import { percentDecoded } from '../base/percentDecoding';
import { messageOf } from './canonical';
import { bodyOf, mediaType, type RecordedRequest, withTexts } from './exchange';
import type { Places } from './places';

/** A request as it has arrived. */
export interface Asked {
  /** `other` where it is not known. */
  readonly operation: string;
  readonly method: string;
  /** Path and query within the session. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Where the client finds this service, such as `http://127.0.0.1:4321/s/NAME`. */
  readonly base: string;
  /** Whether its answer may be a stream as one JSON array. */
  readonly mayBeArray: boolean;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

/** What of a request is written down. */
export type RequestParts = Pick<
  Asked,
  'operation' | 'method' | 'target' | 'headers' | 'body' | 'base'
>;

/** A request as it is compared and written: without its credential, with placeholders for addresses and folders. */
export function requestOf(
  { operation, method, target, headers, body, base }: RequestParts,
  places: Places,
): RecordedRequest {
  const { path, parameters } = partsOf(target);
  const type = mediaType(headers['content-type']);
  const names = [...new Set(parameters.keys())].filter((name) => !SECRET_QUERY.has(name));
  const message = messageOf(operation);
  // Fields that are secrets by their names are as little written as headers are.
  const shown =
    message === undefined || type === 'application/octet-stream'
      ? body
      : withoutSecrets(body, message);
  const plain = bodyOf(shown, type);
  return places.written(
    (change) => ({
      ...{ method, path: readablePath(path) },
      query: Object.fromEntries(
        names.map((name) => [name, parameters.getAll(name).map((value) => change(value))]),
      ),
      ...(type === '' || type === 'application/json' ? {} : { type }),
      body: withTexts(plain, change),
    }),
    base,
  );
}

/** What has nothing in it that an address is parsed for, which is a fifth of what reading a request takes. */
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
  const clean = withoutSecretFields(text, message, SECRET);
  return clean === text ? body : Buffer.from(clean);
}

/** Parameters that say by which protocol an upload comes, and which one goes on. */
const PROTOCOL = new Set(['uploadType', 'upload_protocol', 'upload_id']);

/** The start of an upload that was refused, as it is compared and written: its path is that of uploads. */
export function refusedStart(request: RecordedRequest): RecordedRequest {
  const query = Object.entries(request.query).filter(([name]) => !PROTOCOL.has(name));
  return { ...request, method: 'POST', query: Object.fromEntries(query) };
}

/** The target and body of an upload's start: metadata is the body, or the parameters of an operation without a message. */
export function startOf(
  { operation, target }: Pick<Asked, 'operation' | 'target'>,
  metadata: JsonObject,
): Pick<Asked, 'body' | 'headers' | 'target'> {
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

/** Stands in the place of what a field has to keep secret. */
const SECRET = '{{secret}}';

/** Parameters that are credentials, whatever they look like. */
const SECRET_QUERY = new Set(['key', 'access_token', 'oauth_token']);

/** A path with its characters as they are, where that says the same. */
function readablePath(path: string): string {
  return percentDecoded(path.replaceAll(/\/{2,}/g, '/'), decodeURI);
}
