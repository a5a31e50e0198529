import { isOperationId } from '../api/operations';
import { SECRET_PARAMETERS } from '../api/redact';
import type { PlainRequest } from '../api/request';
import { streamError, type StreamError } from '../api/streamDecoder';
import { VERSIONS } from '../api/versions';
import { isObject, items, type JsonObject, objectAt, textAt, tryParse } from '../base/json';
import { decodePercent } from '../base/encoding';
import { EMULATOR_ID } from './connection';
import type { CodeTarget } from './curl';

/** Response sources; `upstream` is the API, `miss` the error for an unmatched request. */
const ANSWERED_BY = ['mock', 'engine', 'recording', 'upstream', 'miss'] as const;
export type AnsweredBy = (typeof ANSWERED_BY)[number];

export interface SessionWire {
  /** Base URL at which the app reached the API. */
  readonly base: string;
  /** Credentials sent to the emulator. Must be redacted. */
  readonly secrets: readonly string[];
  readonly request: Buffer;
  /** Summary of an upload, instead of its bytes. */
  readonly upload?: SessionUpload;
  readonly answerHeaders: { readonly [name: string]: string };
  readonly pieces: readonly { readonly ms: number; readonly bytes: Buffer }[];
}

export interface SessionUpload {
  readonly metadata: JsonObject;
  readonly mimeType: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Progress of a request; `lost` if its end wasn't observed. */
type Progress = 'running' | 'ended' | 'lost';

/** An app's request to the emulator; a running one has no response fields. */
export interface SessionExchange {
  /** Id in the emulator's log, which restarts with the emulator. */
  readonly logId: number;
  readonly progress: Progress;
  readonly method: string;
  /** Path and query within the session, without credentials. */
  readonly target: string;
  /** Without the values of credential headers. */
  readonly headers: { readonly [name: string]: string };
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly operation?: string;
  readonly model?: string;
  readonly status?: number;
  /** Error within a stream after a success status, if retained. */
  readonly streamError?: StreamError;
  /** Undefined if rejected. */
  readonly answeredBy?: AnsweredBy;
  /** The mock that responded or passed the request on. */
  readonly mock?: string;
  /** File of the closest recording, if none matched. */
  readonly nearest?: string;
  readonly isLeft: boolean;
  readonly messages?: { readonly received: number; readonly sent: number };
  /** Undefined if too long, or if the request preceded the listener. */
  readonly wire?: SessionWire;
  readonly isCut: boolean;
  /** Retained bytes. */
  readonly size: number;
}

/** Parses a line from the emulator. Undefined if invalid. */
export function readSessionExchange(line: string): SessionExchange | undefined {
  const json = tryParse(line);
  if (!isObject(json)) return undefined;
  const number = (name: string): number | undefined => {
    const { [name]: value } = json;
    return typeof value === 'number' ? value : undefined;
  };
  const isCut = json.isCut === true;
  const wire = isCut ? undefined : wireIn(json);
  const by = ANSWERED_BY.find((one) => one === json.answeredBy);
  const { messages } = json;
  const status = number('status');
  const failed =
    wire && (status ?? 0) < 400 ? streamErrorIn(wire, textAt(json, 'target')) : undefined;
  const model = modelIn(textAt(json, 'target'), wire?.request);
  return {
    logId: number('id') ?? 0,
    progress: json.isRunning === true ? 'running' : 'ended',
    method: textAt(json, 'method'),
    target: textAt(json, 'target'),
    headers: textsIn(json.headers),
    startedAt: number('startedAt') ?? 0,
    durationMs: number('duration') ?? 0,
    ...some('operation', textAt(json, 'operation')),
    ...some('model', model),
    ...(status === undefined ? {} : { status }),
    ...(failed && { streamError: failed }),
    ...(by && { answeredBy: by }),
    ...some('mock', textAt(json, 'mock')),
    ...some('nearest', textAt(json, 'nearest')),
    isLeft: json.closedEarly === true,
    ...(isObject(messages) && {
      messages: { received: Number(messages.received), sent: Number(messages.sent) },
    }),
    ...(wire && { wire }),
    isCut,
    size: line.length,
  };
}

function streamErrorIn(
  { answerHeaders, pieces }: SessionWire,
  target: string,
): StreamError | undefined {
  const type = answerHeaders['content-type'] ?? '';
  const isStream = /event-stream/i.test(type) || target.includes(':streamGenerateContent');
  if (!isStream) return undefined;
  return streamError(Buffer.concat(pieces.map(({ bytes }) => bytes)).toString('utf8'));
}

function wireIn(json: JsonObject): SessionWire | undefined {
  const { base, pieces, upload } = json;
  // For example, of a Live API session.
  if (typeof base !== 'string' || !Array.isArray(pieces)) return undefined;
  return {
    base,
    secrets: items(json.secrets).filter((one) => typeof one === 'string'),
    request: Buffer.from(textAt(json, 'request'), 'base64'),
    ...(isObject(upload) && {
      upload: {
        metadata: objectAt(upload, 'metadata'),
        mimeType: textAt(upload, 'mimeType'),
        bytes: Number(upload.bytes),
        sha256: textAt(upload, 'sha256'),
      },
    }),
    answerHeaders: textsIn(json.answerHeaders),
    pieces: pieces.map((piece: unknown) => {
      const [ms, base64] = items(piece);
      return { ms: Number(ms), bytes: Buffer.from(String(base64), 'base64') };
    }),
  };
}

function textsIn(value: unknown): { readonly [name: string]: string } {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, [one].flat().map(String).join(', ')]),
  );
}

function some<N extends string>(name: N, text: string): { readonly [name in N]?: string } {
  return text === '' ? {} : ({ [name]: text } as { readonly [name in N]: string });
}

/** Newer API methods and OpenAI-compatible requests have the model in the body, not in the path. */
function modelIn(target: string, request: Buffer | undefined): string {
  const [, named] = /\/(?:models|tunedModels)\/([^/:?]+)/.exec(target) ?? [];
  if (named !== undefined) return decodePercent(named);
  if (!request || !/\/(?:interactions|openai\/)/.test(target)) return '';
  const json = tryParse(request.toString());
  return isObject(json) ? textAt(json, 'model').replace(/^models\//, '') : '';
}

interface ComparableRequest extends Pick<SessionExchange, 'method' | 'target' | 'headers'> {
  readonly operation: string;
  /** Base URLs at which the app reached the API. */
  readonly bases: readonly string[];
  readonly body: Buffer;
  readonly upload?: SessionUpload;
}

/** Whether the request was unmatched and a mock can be created. Live API sessions are excluded. */
export function isUnmatched({ answeredBy, wire }: SessionExchange): boolean {
  return answeredBy === 'miss' && wire !== undefined;
}

/** Converts an app's request for comparison. Undefined if too little of it was retained. */
export function comparableRequest(entry: SessionExchange): ComparableRequest | undefined {
  const { operation = 'other', wire, method, target, headers } = entry;
  return (
    wire && {
      operation: nameOf(operation, target),
      method,
      target,
      headers,
      bases: [wire.base],
      body: wire.request,
      ...(wire.upload && { upload: wire.upload }),
    }
  );
}

/** OpenAI-compatible requests are recorded under their own names. */
function nameOf(operation: string, target: string): string {
  const [, name] = /^\/v1beta\/openai\/([\w/]+)/.exec(target) ?? [];
  return name === undefined ? operation : `openai.${name.split('/').slice(0, 2).join('.')}`;
}

/**
 * Converts an app's request for resending. Undefined for uploads, Live API sessions, unknown methods,
 * non-JSON bodies and partly retained requests.
 */
export function programRequest({
  operation = '',
  method,
  target,
  wire,
}: SessionExchange): { readonly request: PlainRequest; readonly target: CodeTarget } | undefined {
  const url = new URL(target, 'http://service');
  const [, word] = url.pathname.split('/');
  const version = VERSIONS.find((one) => one === word);
  if (!wire || wire.upload || !version || !isOperationId(operation)) return undefined;
  if (/^\/(?:upload|v1beta\/openai)\//.test(url.pathname)) return undefined;
  const body = wire.request.length === 0 ? undefined : tryParse(wire.request.toString());
  if (wire.request.length > 0 && !isObject(body)) return undefined;
  for (const name of SECRET_PARAMETERS) url.searchParams.delete(name);
  const names = new Set(url.searchParams.keys());
  return {
    request: {
      operation,
      version,
      method: method as PlainRequest['method'],
      path: url.pathname,
      query: Object.fromEntries([...names].map((name) => [name, url.searchParams.getAll(name)])),
      ...(isObject(body) && { body }),
    },
    target: { id: EMULATOR_ID, endpoint: wire.base, auth: 'apiKey' },
  };
}
