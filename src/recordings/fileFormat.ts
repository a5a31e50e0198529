import { AppError } from '../base/errors';
import { isObject, items, type JsonObject, type JsonValue, textAt, tryParse } from '../base/json';
import type {
  Body,
  Exchange,
  RecordedResponse,
  RecordedEvent,
  RecordedRequest,
  RecordedStream,
  RecordedSession,
} from './exchange';
import {
  type Part,
  extractData,
  inlineBase64,
  keepUnlessPart,
  ordersOf,
  partName,
  readFrames,
  reordering,
  sorted,
  writeFrames,
} from './fileParts';

/** Size in bytes above which JSON bodies are stored in separate files. */
export const INLINE_BYTES = 4096;

const FORMAT = 1;

export interface WrittenRecording {
  readonly text: string;
  readonly parts: ReadonlyMap<string, Buffer>;
}

/** Serializes a recording deterministically, without timestamps. */
export function writeExchange(exchange: Exchange): WrittenRecording {
  const { operation, request, answer, talk } = exchange;
  if (talk) return writeTalk(exchange, talk);
  const parts = new Map<string, Buffer>();
  const shown: JsonValue = {
    format: FORMAT,
    operation,
    request: writtenRequest(request, parts),
    response: writtenAnswer(answer, parts),
  };
  return { text: textOf(sorted(shown)), parts };
}

/** JSON Lines: the WebSocket request, then one line per message. */
function writeTalk(
  { operation, request }: Exchange,
  { frames, closed }: RecordedSession,
): WrittenRecording {
  const said = writeFrames(frames);
  const orders = ordersOf(frames.flatMap(({ data }) => ('json' in data ? [data.json] : [])));
  const head: JsonValue = {
    format: FORMAT,
    operation,
    closed: { ...closed },
    request: writtenRequest({ ...request, body: { kind: 'none' } }, said.parts),
    ...(orders.length > 0 ? { order: orders } : {}),
  };
  return { text: `${JSON.stringify(sorted(head))}\n${said.text}`, parts: said.parts };
}

function readTalk(head: JsonObject, rest: string, part: Part): Exchange {
  const { request, closed, order } = head;
  if (!isObject(request) || !isObject(closed)) {
    throw new AppError('badRecording', 'The first line has no request or no close event.');
  }
  const put = reordering(items(order).map(String));
  const frames = readFrames(rest, part).map(({ data, ...frame }) => ({
    ...frame,
    data: 'json' in data ? { json: put(data.json) } : data,
  }));
  const first = frames.find(({ from }) => from === 'client')?.data;
  const { from, code } = closed;
  return {
    operation: textAt(head, 'operation'),
    request: {
      ...requestIn(request, part),
      body: first && 'json' in first ? { kind: 'json', json: first.json } : { kind: 'none' },
    },
    answer: { status: 101, headers: {}, body: { kind: 'none' } },
    talk: {
      frames,
      closed: {
        from: from === 'server' ? from : 'client',
        code: Number(code),
        reason: textAt(closed, 'reason'),
      },
    },
  };
}

/**
 * Parses a file written by `writeExchange`. Throws `AppError` if invalid.
 * @param part returns the bytes of a part, or throws
 */
export function readExchange(text: string, part: Part): Exchange {
  const end = text.indexOf('\n');
  const head = tryParse(text.slice(0, end));
  if (isObject(head) && head.closed !== undefined) return readTalk(head, text.slice(end + 1), part);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new AppError('badRecording', 'The file isn’t valid JSON.', { cause });
  }
  if (!isObject(json) || json.format !== FORMAT) {
    throw new AppError('badRecording', `The file isn’t a recording of format ${FORMAT}.`);
  }
  const { request, response } = json;
  if (!isObject(request) || !isObject(response)) {
    throw new AppError('badRecording', 'The request or the response is missing.');
  }
  return {
    operation: textAt(json, 'operation'),
    request: requestIn(request, part),
    answer: answerIn(response, part),
  };
}

const textOf = (json: JsonValue): string => `${JSON.stringify(json, undefined, 2)}\n`;

function writtenRequest(request: RecordedRequest, parts: Map<string, Buffer>): JsonObject {
  const { method, path, query, type, body, upload } = request;
  const shown = Object.entries(query).map(([name, values]) => [
    name,
    values.length === 1 ? (values[0] ?? '') : values,
  ]);
  return {
    method,
    path,
    ...(shown.length > 0 ? { query: Object.fromEntries(shown) as JsonObject } : {}),
    ...(type === undefined ? {} : { type }),
    ...(upload ? { upload: { ...upload } } : {}),
    ...writtenBody(body, parts),
  };
}

function writtenBody(body: Body, parts: Map<string, Buffer>): JsonObject {
  switch (body.kind) {
    case 'none':
      return {};
    case 'json':
      return { body: extractLongText(extractData(sorted(body.json), parts), parts) };
    case 'text':
      return Buffer.byteLength(body.text) > INLINE_BYTES
        ? { text: keepUnlessPart(parts, Buffer.from(body.text), 'txt') }
        : { text: body.text };
    case 'bytes':
      return { bytes: keepUnlessPart(parts, body.bytes, 'bin') };
  }
}

function extractLongText(json: JsonValue, parts: Map<string, Buffer>): JsonValue {
  const text = textOf(json);
  return Buffer.byteLength(text) > INLINE_BYTES
    ? keepUnlessPart(parts, Buffer.from(text), 'json')
    : json;
}

function writtenAnswer(answer: RecordedResponse, parts: Map<string, Buffer>): JsonObject {
  const { status, headers, body, layout, hasLineEnd, stream } = answer;
  const json = body.kind === 'json' ? [body.json] : [];
  const events = (stream?.events ?? []).flatMap(({ data }) =>
    data && 'json' in data ? [data.json] : [],
  );
  const order = ordersOf([...json, ...events]);
  return {
    status,
    headers: { ...headers },
    ...(layout === undefined ? {} : { layout }),
    ...(hasLineEnd ? { hasLineEnd } : {}),
    ...(order.length > 0 ? { order } : {}),
    ...(stream ? writtenStream(stream, parts) : writtenBody(body, parts)),
  };
}

function writtenStream(
  { kind, newline, events }: RecordedStream,
  parts: Map<string, Buffer>,
): JsonObject {
  const shown = events.map(({ data, ...rest }): JsonObject => {
    if (!data) return rest;
    return 'json' in data ? { ...rest, data: data.json } : { ...rest, text: data.text };
  });
  return {
    stream: kind,
    ...(newline === '\r\n' ? { newline: 'CRLF' } : {}),
    events: extractLongText(extractData(sorted(shown), parts), parts),
  };
}

function requestIn(json: JsonObject, part: Part): RecordedRequest {
  const { query = {}, upload, type } = json;
  const entries = isObject(query) ? Object.entries(query) : [];
  return {
    method: textAt(json, 'method'),
    path: textAt(json, 'path'),
    query: Object.fromEntries(
      entries.map(([name, value]) => [name, items([value].flat()).map(String)]),
    ),
    ...(typeof type === 'string' ? { type } : {}),
    ...(isObject(upload)
      ? {
          upload: {
            mimeType: textAt(upload, 'mimeType'),
            bytes: Number(upload.bytes),
            sha256: textAt(upload, 'sha256'),
          },
        }
      : {}),
    body: bodyIn(json, part),
  };
}

function bodyIn(json: JsonObject, part: Part): Body {
  const { body, text, bytes } = json;
  if (body !== undefined) return { kind: 'json', json: inlineParts(body, part) };
  if (typeof text === 'string') return { kind: 'text', text };
  if (isObject(text)) return { kind: 'text', text: part(textAt(text, '$file')).toString() };
  if (isObject(bytes)) return { kind: 'bytes', bytes: part(textAt(bytes, '$file')) };
  return { kind: 'none' };
}

/** Inlines parts that are stored in separate files. Part files never refer to other files. */
function inlineParts(value: JsonValue, part: Part): JsonValue {
  const name = partName(value, '$file');
  if (name === undefined) return inlineBase64(value, part);
  return inlineBase64(JSON.parse(part(name).toString()) as JsonValue, part);
}

function answerIn(json: JsonObject, part: Part): RecordedResponse {
  const { status, headers = {}, layout, hasLineEnd, stream, events } = json;
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599) {
    throw new AppError('badRecording', 'The response status must be a number from 200 to 599.');
  }
  const put = reordering(items(json.order).map(String));
  const body = bodyIn(json, part);
  const told = isObject(headers) ? Object.entries(headers) : [];
  return {
    status,
    headers: Object.fromEntries(told.map(([name]) => [name, textAt(headers as JsonObject, name)])),
    ...(layout === 'pretty' || layout === 'compact' ? { layout } : {}),
    ...(hasLineEnd === true ? { hasLineEnd } : {}),
    body: body.kind === 'json' ? { kind: 'json', json: put(body.json) } : body,
    ...(stream === 'sse' || stream === 'array'
      ? {
          stream: {
            kind: stream,
            newline: json.newline === 'CRLF' ? ('\r\n' as const) : ('\n' as const),
            events: items(inlineParts(events ?? [], part)).map((event) => eventIn(event, put)),
          },
        }
      : {}),
  };
}

function eventIn(event: unknown, put: (value: JsonValue) => JsonValue): RecordedEvent {
  if (!isObject(event))
    throw new AppError('badRecording', 'An event in the response isn’t an object.');
  const { ms, data, text, isBare, ...rest } = event;
  const told = Object.entries(rest).filter(([, value]) => typeof value === 'string');
  return {
    ms: Number(ms ?? 0),
    ...(Object.fromEntries(told) as Pick<RecordedEvent, 'event' | 'id' | 'retry' | 'comment'>),
    ...(isBare === true && { isBare }),
    ...(data !== undefined ? { data: { json: put(data) } } : {}),
    ...(typeof text === 'string' ? { data: { text } } : {}),
  };
}
