import { isObject, type JsonValue } from '../base/json';
import type { Change } from './places';

/** What is sent, decoded: JSON, text, or bytes. Nothing where there is no body. */
export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly json: JsonValue }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Buffer };

/** A request without what is its connection's alone: no headers but the type of its body, no credential. */
export interface RecordedRequest {
  readonly method: string;
  /** With the version, without the session, percent-decoded where that says the same. */
  readonly path: string;
  /** By name; a repeated parameter has all of its values. */
  readonly query: { readonly [name: string]: readonly string[] };
  /** Media type of the body, without parameters. Absent: JSON. */
  readonly type?: string;
  readonly body: Body;
  /** Bytes that were uploaded by whichever protocol, in place of those themselves. */
  readonly upload?: RecordedUpload;
}

/** What was uploaded: the body of the request is its metadata. */
export interface RecordedUpload {
  readonly mimeType: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** An event of a stream. */
export interface RecordedEvent {
  /** Milliseconds after the request. */
  readonly ms: number;
  readonly event?: string;
  readonly id?: string;
  readonly retry?: string;
  readonly comment?: string;
  /** Absent where it has none. */
  readonly data?: { readonly json: JsonValue } | { readonly text: string };
  /** Whether its data came without `data:`, as some errors do that end a stream. */
  readonly isBare?: boolean;
}

/** A stream of events, or of the elements of a JSON array, as it came. */
export interface RecordedStream {
  readonly kind: 'sse' | 'array';
  /** What ends a line of it. */
  readonly newline: '\n' | '\r\n';
  readonly events: readonly RecordedEvent[];
}

/** How the JSON of an answer was written. */
export type Layout = 'pretty' | 'compact';

export interface RecordedAnswer {
  readonly status: number;
  /** Those that a client may need; see `ANSWER_HEADERS`. */
  readonly headers: { readonly [name: string]: string };
  readonly layout?: Layout;
  /** Whether a line end follows the JSON. */
  readonly hasLineEnd?: boolean;
  readonly body: Body;
  readonly stream?: RecordedStream;
}

/** A frame of a WebSocket. */
export interface RecordedFrame {
  /** Who has sent it. */
  readonly from: 'client' | 'server';
  /** Milliseconds after the first one. */
  readonly ms: number;
  /** A message, also where it came as bytes; else what was sent. */
  readonly data: { readonly json: JsonValue } | { readonly text: string };
}

/** What was said on a WebSocket, in its order, and who has ended it. */
export interface RecordedTalk {
  readonly frames: readonly RecordedFrame[];
  readonly closed: {
    readonly from: 'client' | 'server';
    readonly code: number;
    readonly reason: string;
  };
}

/** A request with its answer. */
export interface Exchange {
  /** Such as `models.generateContent`; `other` where the operation is not known. */
  readonly operation: string;
  /** Of a WebSocket the body is the first message, which says what it is for. */
  readonly request: RecordedRequest;
  readonly answer: RecordedAnswer;
  /** Where it is a WebSocket. */
  readonly talk?: RecordedTalk;
}

/** Headers of answers that are recorded; all others are left out, whatever they are. */
export const ANSWER_HEADERS: ReadonlySet<string> = new Set(['content-type', 'retry-after']);

/** The reason in the details of an error. */
const INVALID_KEY = 'API_KEY_INVALID';

/** Whether a service says that it does not take the credential it was asked with. */
export function refusesCredential({ status, body }: RecordedAnswer): boolean {
  if (status === 401) return true;
  return status === 400 && body.kind === 'json' && JSON.stringify(body.json).includes(INVALID_KEY);
}

/** A body as it was sent, by its type; what calls itself JSON and is none is text. */
export function bodyOf(bytes: Buffer, type: string): Body {
  if (bytes.length === 0) return { kind: 'none' };
  const text = bytes.toString('utf8');
  // What is no UTF-8 does not survive as text.
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

/** The media type in a header, in lower case and without parameters. */
export function mediaType(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** A body with every text of it changed. */
export function withTexts(body: Body, change: Change): Body {
  switch (body.kind) {
    case 'json':
      return { kind: 'json', json: changed(body.json, change) };
    case 'text':
      return { kind: 'text', text: change(body.text) };
    default:
      return body;
  }
}

/** An event or a frame with every text of it changed. */
export function withSaid<T extends Pick<RecordedEvent, 'data'>>(one: T, change: Change): T {
  const { data } = one;
  if (!data) return one;
  const said = 'json' in data ? { json: changed(data.json, change) } : { text: change(data.text) };
  return { ...one, data: said };
}

/** An answer with every text of it changed. */
export function withAnswerTexts(answer: RecordedAnswer, change: Change): RecordedAnswer {
  const { body, stream } = answer;
  const events = stream?.events.map((event) => withSaid(event, change));
  return {
    ...{ ...answer, body: withTexts(body, change) },
    ...(stream && events && { stream: { ...stream, events } }),
  };
}

/** An exchange with every text of it changed. */
export function withAllTexts(exchange: Exchange, change: Change): Exchange {
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
      body: withTexts(request.body, change),
    },
    answer: withAnswerTexts(answer, change),
    ...(talk && {
      talk: { ...talk, frames: talk.frames.map((frame) => withSaid(frame, change)) },
    }),
  };
}

/** JSON with every text in it changed, names left alone. */
export function changed(value: JsonValue, change: Change): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item) => changed(item, change));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      item === undefined ? item : changed(item, change),
    ]),
  );
}
