import { streamError, type StreamError } from '../api/streamDecoder';
import { isObject, items, type JsonObject, objectAt, textAt, tryParse } from '../base/json';
import { percentDecoded } from '../base/percentDecoding';

/** What gave an answer: a rule, the emulator itself, a recording, the service, or the report of a missing recording. */
const ANSWERED_BY = ['mock', 'engine', 'recording', 'upstream', 'miss'] as const;
export type AnsweredBy = (typeof ANSWERED_BY)[number];

/** What was sent and answered, byte for byte. */
export interface SessionWire {
  /** Where the program has found the service. */
  readonly base: string;
  /** What it has identified itself with to the emulator: nothing that is shown or written may have it. */
  readonly secrets: readonly string[];
  readonly request: Buffer;
  /** What the bytes of an upload came to, in their place. */
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

/** How far a request has come. What was `lost` has ended unseen: who told of it was gone, or nobody wanted to know. */
export type Progress = 'running' | 'ended' | 'lost';

/** A request of a program to the emulator, as that tells of it: of one that runs, only what was asked. */
export interface SessionExchange {
  /** Its id in the log of the emulator, which counts anew with each start. */
  readonly logId: number;
  readonly progress: Progress;
  readonly method: string;
  /** Path and query within the session, without credentials. */
  readonly target: string;
  /** Without the values of those that are credentials. */
  readonly headers: { readonly [name: string]: string };
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly operation?: string;
  /** Of which model, by its id. */
  readonly model?: string;
  readonly status?: number;
  /** Of a stream that has ended in an error after a good status, as far as it is kept. */
  readonly streamError?: StreamError;
  /** Absent where it was turned away. */
  readonly answeredBy?: AnsweredBy;
  /** The rule that answered, or that left it to what follows. */
  readonly mock?: string;
  /** File of the recording that is most like it, where none has answered. */
  readonly nearest?: string;
  /** Whether the program left before the answer was over. */
  readonly isLeft: boolean;
  /** Messages of a live session: how many came and went. */
  readonly messages?: { readonly received: number; readonly sent: number };
  /** Absent where it was too long to be kept, or the request was there before anybody followed. */
  readonly wire?: SessionWire;
  /** Whether it was too long. */
  readonly isCut: boolean;
  /** Bytes that are held for it. */
  readonly size: number;
}

/** Reads a line of the emulator; undefined for what is none. */
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
  // Such as of a live session.
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

/** In its path, or in its body as of the younger part of the service and of OpenAI's API. */
function modelIn(target: string, request: Buffer | undefined): string {
  const [, named] = /\/(?:models|tunedModels)\/([^/:?]+)/.exec(target) ?? [];
  if (named !== undefined) return percentDecoded(named);
  if (!request || !/\/(?:interactions|openai\/)/.test(target)) return '';
  const json = tryParse(request.toString());
  return isObject(json) ? textAt(json, 'model').replace(/^models\//, '') : '';
}
