import { tryParse } from '../base/json';
import { TransportError } from './errors';
import { decodeErrorEnvelope, errorEnvelope } from './errors/decode';
import { JsonArrayDecoder } from './jsonArrayDecoder';
import { type ResponseHead, notJson, type PieceDecoder } from './pieces';
import { redact, type Redactor } from './redact';
import { SseDecoder, type StreamEvent } from './sseDecoder';

// Space, tab, LF, CR, and the UTF-8 byte order mark.
const INSIGNIFICANT = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const TYPES = ['', 'text/event-stream', 'application/json', 'text/plain'];
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;
const LESS_THAN = 0x3c;

type StreamForm = 'array' | 'object' | 'sse';

/**
 * Decodes SSE or a JSON array, as some gateways send. Detected by the first byte, because content types can be
 * wrong.
 */
export class StreamDecoder implements PieceDecoder {
  readonly #answer: ResponseHead;
  readonly #onEvent: ((event: StreamEvent) => void) | undefined;
  #decoder: JsonArrayDecoder | SseDecoder | undefined;
  #form: StreamForm | undefined;

  constructor(answer: ResponseHead, onEvent?: (event: StreamEvent) => void) {
    this.#answer = answer;
    this.#onEvent = onEvent;
  }

  get form(): StreamForm | undefined {
    return this.#form;
  }

  get hasUnknownLines(): boolean {
    return this.#decoder instanceof SseDecoder && this.#decoder.unknownLines > 0;
  }

  /** Throws `TransportError` (`notJson`) if the body is neither SSE nor JSON. */
  push(chunk: Uint8Array): readonly string[] {
    if (this.#decoder) return this.#read(this.#decoder, chunk);
    const start = chunk.findIndex((byte) => !INSIGNIFICANT.has(byte));
    if (start === -1) return [];
    this.#form = formOf(this.#answer, chunk[start]);
    this.#decoder = this.#form === 'sse' ? new SseDecoder(this.#onEvent) : new JsonArrayDecoder();
    return this.#read(this.#decoder, chunk.subarray(start));
  }

  end(): readonly string[] {
    return this.#decoder?.end() ?? [];
  }

  #read(decoder: PieceDecoder, chunk: Uint8Array): readonly string[] {
    const texts = decoder.push(chunk);
    if (this.#onEvent && this.#form !== 'sse') for (const data of texts) this.#onEvent({ data });
    return texts;
  }
}

function formOf(answer: ResponseHead, first: number | undefined): StreamForm {
  const type = (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!TYPES.includes(type)) throw notJson(answer);
  if (first === OPENING_BRACKET) return 'array';
  if (first === OPENING_BRACE) return 'object';
  if (type === 'application/json' || first === LESS_THAN) throw notJson(answer);
  return 'sse';
}

export interface StreamError {
  readonly httpStatus: number;
  readonly status: string;
}

const ERROR_MARK = '"error"';

/** Returns the complete chunks of a saved stream; empty if the text isn't a stream. */
export function streamPieces(text: string): readonly string[] {
  const decoder = new StreamDecoder({ headers: {} });
  const pieces: string[] = [];
  try {
    pieces.push(...decoder.push(Buffer.from(text)));
    pieces.push(...decoder.end());
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
  }
  return pieces;
}

/** Returns the error at the end of a stream, with or without `data:`. Undefined if none. */
export function streamError(text: string, clean: Redactor = redact): StreamError | undefined {
  if (!text.includes(ERROR_MARK)) return undefined;
  const pieces = streamPieces(text).filter((piece) => piece.includes(ERROR_MARK));
  const envelope = pieces
    .map((piece) => errorEnvelope(tryParse(piece)))
    .find((one) => one !== undefined);
  if (!envelope) return undefined;
  const { httpStatus, status } = decodeErrorEnvelope(envelope, undefined, clean);
  return { httpStatus, status };
}
