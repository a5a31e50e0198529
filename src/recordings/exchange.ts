import { isObject, type JsonValue } from '../base/json';
import type { Change } from './pathPlaceholders';

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly json: JsonValue }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Buffer };

/** A recorded request. Has no credentials, and no headers other than the content type. */
export interface RecordedRequest {
  readonly method: string;
  /** Includes the API version but not the session. Percent-decoded if unambiguous. */
  readonly path: string;
  readonly query: { readonly [name: string]: readonly string[] };
  /** Media type without parameters. Default: JSON. */
  readonly type?: string;
  readonly body: Body;
  /** Replaces uploaded bytes, regardless of the upload protocol. */
  readonly upload?: RecordedUpload;
}

/** An uploaded file, whose metadata is the request body. */
export interface RecordedUpload {
  readonly mimeType: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface RecordedEvent {
  /** Time since the request in ms. */
  readonly ms: number;
  readonly event?: string;
  readonly id?: string;
  readonly retry?: string;
  readonly comment?: string;
  readonly data?: { readonly json: JsonValue } | { readonly text: string };
  /** Whether the data has no `data:` prefix, like errors that end some streams. */
  readonly isBare?: boolean;
}

export interface RecordedStream {
  readonly kind: 'sse' | 'array';
  readonly newline: '\n' | '\r\n';
  readonly events: readonly RecordedEvent[];
}

export type Layout = 'pretty' | 'compact';

export interface RecordedResponse {
  readonly status: number;
  /** Allowed headers. See `RESPONSE_HEADERS`. */
  readonly headers: { readonly [name: string]: string };
  readonly layout?: Layout;
  readonly hasLineEnd?: boolean;
  readonly body: Body;
  readonly stream?: RecordedStream;
}

export interface RecordedFrame {
  readonly from: 'client' | 'server';
  /** Time since the first message in ms. */
  readonly ms: number;
  /** JSON, even if sent as binary, or text. */
  readonly data: { readonly json: JsonValue } | { readonly text: string };
}

export interface RecordedSession {
  readonly frames: readonly RecordedFrame[];
  readonly closed: {
    readonly from: 'client' | 'server';
    readonly code: number;
    readonly reason: string;
  };
}

export interface Exchange {
  /** API method such as `models.generateContent`, or `other`. */
  readonly operation: string;
  /** For a WebSocket, the body is the setup message. */
  readonly request: RecordedRequest;
  readonly answer: RecordedResponse;
  readonly talk?: RecordedSession;
}

/** Recorded response headers. All others are omitted. */
export const RESPONSE_HEADERS: ReadonlySet<string> = new Set(['content-type', 'retry-after']);

const INVALID_KEY = 'API_KEY_INVALID';

export function rejectsCredential({ status, body }: RecordedResponse): boolean {
  if (status === 401) return true;
  return status === 400 && body.kind === 'json' && JSON.stringify(body.json).includes(INVALID_KEY);
}

export function parseBody(bytes: Buffer, type: string): Body {
  if (bytes.length === 0) return { kind: 'none' };
  const text = bytes.toString('utf8');
  // Invalid UTF-8 must be stored as bytes.
  const isText = Buffer.byteLength(text) === bytes.length && !text.includes('\ufffd');
  if (!isText) return { kind: 'bytes', bytes };
  if (type === '' || /\bjson\b/.test(type)) {
    try {
      return { kind: 'json', json: JSON.parse(text) as JsonValue };
    } catch {
      return { kind: 'text', text };
    }
  }
  return /^text\/|xml|x-www-form-urlencoded/.test(type)
    ? { kind: 'text', text }
    : { kind: 'bytes', bytes };
}

export function mediaType(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function mapBodyTexts(body: Body, change: Change): Body {
  switch (body.kind) {
    case 'json':
      return { kind: 'json', json: changeText(body.json, change) };
    case 'text':
      return { kind: 'text', text: change(body.text) };
    default:
      return body;
  }
}

export function mapDataTexts<T extends Pick<RecordedEvent, 'data'>>(one: T, change: Change): T {
  const { data } = one;
  if (!data) return one;
  const said =
    'json' in data ? { json: changeText(data.json, change) } : { text: change(data.text) };
  return { ...one, data: said };
}

export function mapResponseTexts(answer: RecordedResponse, change: Change): RecordedResponse {
  const { body, stream } = answer;
  const events = stream?.events.map((event) => mapDataTexts(event, change));
  return {
    ...answer,
    body: mapBodyTexts(body, change),
    ...(stream && events && { stream: { ...stream, events } }),
  };
}

export function mapAllTexts(exchange: Exchange, change: Change): Exchange {
  const { request, answer, talk } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      path: change(request.path),
      query: Object.fromEntries(
        Object.entries(request.query).map(([name, values]) => [
          name,
          values.map((value) => change(value)),
        ]),
      ),
      body: mapBodyTexts(request.body, change),
    },
    answer: mapResponseTexts(answer, change),
    ...(talk && {
      talk: { ...talk, frames: talk.frames.map((frame) => mapDataTexts(frame, change)) },
    }),
  };
}

/** Transforms all string values of JSON, but not field names. */
export function changeText(value: JsonValue, change: Change): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item) => changeText(item, change));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      item === undefined ? item : changeText(item, change),
    ]),
  );
}
