import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationRow } from '../../api/operations/row';
import type { JsonObject } from '../../api/schema/row';
import type { Edition, Profile } from '../../api/versions';
import type { Clock } from '../../base/clock';
import type { FaultQueue, UploadFaults } from '../faultInjection';
import type { FileContent } from '../fileStore';
import type { Target } from '../http';
import type { Credentials } from '../identity/identity';
import type { Limits } from '../options';
import type { LogEntry, Redactor } from '../requestLog';
import type { ResponseSource } from '../responseSource';
import type { StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';
import type { Uploads } from './uploads';

export interface UploadService {
  /** Reports unknown field names. If undefined, they are rejected. */
  readonly onUnknown: ((problem: string) => void) | undefined;
  readonly onError: (error: unknown) => void;
  /** Path prefix, such as `/s/NAME`. Empty for an emulator session with its own port. */
  readonly prefix: string;
  readonly profile: Profile;
  readonly credentials: Credentials;
  readonly faults: FaultQueue;
  readonly uploadFaults: UploadFaults;
  readonly uploads: Uploads;
  readonly redactor: Redactor;
  readonly world: HandlerContext;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly standIn?: ResponseSource | undefined;
}

export interface UploadExchange {
  readonly service: UploadService;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: Target;
  readonly entry: LogEntry;
  readonly gone: AbortSignal;
  readonly row: OperationRow;
  readonly version: Edition;
  readonly path: { readonly [name: string]: string };
  readonly target: UploadTarget;
}

export interface UploadTarget {
  /** Throws errors of the request before its body is read. */
  checkRequest(exchange: UploadExchange, request: JsonObject): void;
  /** Throws if the size exceeds a limit or quota. */
  checkSize(exchange: UploadExchange, bytes: number): void;
  /** Whether content of this type is stored, because it is read later. */
  keeps(mimeType: string): boolean;
  /**
   * Returns the response as JSON without creating a resource. Throws the `StatusError` of an error
   * response.
   */
  answer?(exchange: UploadExchange, request: JsonObject, content: FileContent): string;
  /** Creates the resource in a transaction of the caller and returns the response message. */
  create(exchange: UploadExchange, request: JsonObject, content: FileContent): JsonObject;
}

/** A protocol error. Like the live API, the emulator responds with HTTP 400 without details. */
export class UploadViolation extends Error {
  override readonly name = 'UploadViolation';
}

export function cut({ response, entry, gone }: UploadExchange): void {
  if (gone.aborted) return;
  entry.reset = true;
  response.socket?.resetAndDestroy();
}

/** Returns the first value of a header. Empty if missing. */
export function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
}

/**
 * Returns the upload protocol from `X-Goog-Upload-Protocol`, `upload_protocol` or the older
 * `uploadType`. Empty if missing.
 */
export function protocolOf({ request, url }: Pick<UploadExchange, 'request' | 'url'>): {
  readonly name: string;
  readonly isOlder: boolean;
} {
  const named = headerOf(request, 'x-goog-upload-protocol') || url.query.get('upload_protocol');
  return named
    ? { name: named, isOlder: false }
    : { name: url.query.get('uploadType') ?? '', isOlder: true };
}

/**
 * Returns a size in bytes from a header. Undefined if missing. Throws `UploadViolation` if invalid.
 */
export function bytesIn(request: IncomingMessage, name: string): number | undefined {
  const text = headerOf(request, name);
  if (text === '') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UploadViolation(`${name} must be a number of bytes.`);
}

export interface UploadResponse {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly json?: string;
  /** Plain text explanation for responses that have no body in the live API. */
  readonly text?: string;
}

const JSON_TYPE = 'application/json; charset=UTF-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

export function writeResponse(response: ServerResponse, answer: UploadResponse): void {
  const { status, headers = {}, json, text = '' } = answer;
  const body = Buffer.from(json ?? text);
  response.writeHead(status, {
    server: 'UploadServer',
    'content-type': json === undefined ? TEXT_TYPE : JSON_TYPE,
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [shownName(name), value])),
    'content-length': body.length,
  });
  response.end(body);
}

/** Uses the live API's header case, because some clients compare header names case-sensitively. */
function shownName(name: string): string {
  return name.startsWith('x-goog-')
    ? name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
    : name;
}

export function errorResponse(error: StatusError, row: Pick<OperationRow, 'case'>): UploadResponse {
  return { status: error.code, headers: error.headers, json: jsonText(error.toJson(row.case)) };
}

export function jsonText(json: object): string {
  return `${JSON.stringify(json, undefined, 2)}\n`;
}
