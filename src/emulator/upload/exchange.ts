import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationRow } from '../../api/operations/row';
import type { JsonObject } from '../../api/schema/row';
import type { Edition, Profile } from '../../api/versions';
import type { Clock } from '../../base/clock';
import type { Reply } from '../call';
import type { FaultQueue } from '../faultInjection';
import type { FileContent } from '../fileStore';
import type { Target } from '../http';
import type { Credentials } from '../identity/identity';
import type { Limits } from '../options';
import type { LogEntry, Redactor } from '../requestLog';
import type { StandIn } from '../standIn';
import type { StatusError } from '../status';
import type { World } from '../world';
import type { UploadFaults } from './faults';
import type { Uploads } from './uploads';

/** What uploads need of the emulator. */
export interface UploadService {
  /** Hears of names that no message has, which are refused where nobody does. */
  readonly onUnknown: ((problem: string) => void) | undefined;
  /** Takes what somebody should know of: what should never happen, and requests that no rule answers. */
  readonly onError: (error: unknown) => void;
  /** What its addresses begin with, such as `/s/NAME`; empty where it has a port of its own. */
  readonly prefix: string;
  readonly profile: Profile;
  readonly credentials: Credentials;
  readonly faults: FaultQueue;
  readonly uploadFaults: UploadFaults;
  readonly uploads: Uploads;
  readonly redactor: Redactor;
  readonly world: World;
  readonly limits: Limits;
  readonly clock: Clock;
  /** What answers in place of the emulator, where something can. */
  readonly standIn?: StandIn | undefined;
}

/** A request on the upload path, and what answers it. */
export interface UploadExchange {
  readonly service: UploadService;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: Target;
  readonly entry: LogEntry;
  /** Aborts when the client is gone. */
  readonly gone: AbortSignal;
  readonly row: OperationRow;
  readonly version: Edition;
  /** Resource names from the path, by the template's field. */
  readonly path: { readonly [name: string]: string };
  readonly target: UploadTarget;
  readonly rules: UploadRules;
}

/** What rules say of an upload. Both throw the `StatusError` of a rule, and the `UploadAccident` of its fault. */
export interface UploadRules {
  /** Whether one is to answer what is uploaded, so that nothing is made of it. */
  begin(exchange: UploadExchange, request: JsonObject): boolean;
  /** What one answers to bytes that have all come; undefined where none does. */
  answer(exchange: UploadExchange, request: JsonObject): string | undefined;
}

/** Something that goes wrong with an upload, as a rule has it. */
export class UploadAccident extends Error {
  override readonly name = 'UploadAccident';
  readonly reply: Reply;

  constructor(reply: Reply) {
    super('A mock makes this upload fail.');
    this.reply = reply;
  }
}

/** What becomes of the bytes that an operation takes. */
export interface UploadTarget {
  /** Throws what is refused of a request before any of its bytes is taken. */
  checkRequest(exchange: UploadExchange, request: JsonObject): void;
  /** Throws where there is no room for so many bytes. */
  checkSize(exchange: UploadExchange, bytes: number): void;
  /** Whether bytes of this type are read again, so that they are kept. */
  keeps(mimeType: string): boolean;
  /** The answer as JSON text, where nothing is made of it. Throws the `StatusError` of one that is none. */
  answer?(exchange: UploadExchange, request: JsonObject, content: FileContent): string;
  /** Makes what was uploaded, in a transaction of the caller's, and gives the answer's message. */
  create(exchange: UploadExchange, request: JsonObject, content: FileContent): JsonObject;
}

/** A request that breaks the rules of the protocol. The service answers a bare 400, and so does the emulator. */
export class UploadViolation extends Error {
  override readonly name = 'UploadViolation';
}

/** Resets the connection of a client that is still there. */
export function cut({ response, entry, gone }: UploadExchange): void {
  if (gone.aborted) return;
  entry.reset = true;
  response.socket?.resetAndDestroy();
}

/** A header's one value; empty where there is none. */
export function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
}

/** By what an upload comes: `X-Goog-Upload-Protocol`, `upload_protocol`, or the older `uploadType`. Empty where none is named. */
export function protocolOf({ request, url }: Pick<UploadExchange, 'request' | 'url'>): {
  readonly name: string;
  readonly isOlder: boolean;
} {
  const named = headerOf(request, 'x-goog-upload-protocol') || url.query.get('upload_protocol');
  return named
    ? { name: named, isOlder: false }
    : { name: url.query.get('uploadType') ?? '', isOlder: true };
}

/** A count of bytes in a header, or undefined where there is none. Throws `UploadViolation` for anything else. */
export function bytesIn(request: IncomingMessage, name: string): number | undefined {
  const text = headerOf(request, name);
  if (text === '') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UploadViolation(`${name} must be a number of bytes.`);
}

/** What an upload request is answered with. */
export interface UploadAnswer {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  /** JSON of a result or an error. */
  readonly json?: string;
  /** Plain text for people, where the service says nothing. */
  readonly text?: string;
}

const JSON_TYPE = 'application/json; charset=UTF-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

export function writeAnswer(response: ServerResponse, answer: UploadAnswer): void {
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

/** Some clients compare these names letter by letter: as the service writes them. */
function shownName(name: string): string {
  return name.startsWith('x-goog-')
    ? name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
    : name;
}

/** An error as an answer, without headers of the upload protocol. */
export function errorAnswer(error: StatusError, row: Pick<OperationRow, 'case'>): UploadAnswer {
  return { status: error.code, headers: error.headers, json: jsonText(error.toJson(row.case)) };
}

export function jsonText(json: object): string {
  return `${JSON.stringify(json, undefined, 2)}\n`;
}
