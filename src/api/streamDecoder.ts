import { tryParse } from '../base/json';
import { TransportError } from './errors';
import { decodeErrorEnvelope, errorEnvelope } from './errors/decode';
import {
  asBuffer,
  ByteFragments,
  incomplete,
  notJson,
  PIECE_LIMIT,
  type PieceDecoder,
  type ResponseHead,
  tooLarge,
} from './pieces';
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

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
// Space, tab, LF, CR, comma, and the UTF-8 byte order mark.
const BETWEEN = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c, 0xef, 0xbb, 0xbf]);

/**
 * Splits a streamed JSON array into elements; a single object counts as one element. Tracks only brackets and
 * strings, in one pass; the JSON parser validates elements.
 */
export class JsonArrayDecoder implements PieceDecoder {
  readonly #limit: number;
  readonly #element = new ByteFragments();
  #depth = 0;
  #base: 0 | 1 | undefined;
  #inString = false;
  #escaped = false;
  #done = false;

  /** @param limit maximum element size in bytes */
  constructor(limit: number = PIECE_LIMIT) {
    this.#limit = limit;
  }

  push(chunk: Uint8Array): readonly string[] {
    const bytes = asBuffer(chunk);
    const elements: string[] = [];
    let from = 0;
    for (const [at, byte] of bytes.entries()) {
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE && this.#inElement) this.#inString = true;
      else if (OPENING.has(byte)) {
        if (this.#open(byte)) from = at;
      } else if (CLOSING.has(byte)) {
        if (this.#close()) elements.push(this.#take(bytes.subarray(from, at + 1)));
      } else if (!this.#inElement && !BETWEEN.has(byte)) throw notAnArray();
    }
    if (this.#inElement) this.#keep(bytes.subarray(from));
    return elements;
  }

  end(): readonly string[] {
    if (this.#base !== undefined && !this.#done) throw incomplete();
    return [];
  }

  get #inElement(): boolean {
    return this.#base !== undefined && this.#depth > this.#base;
  }

  #open(byte: number): boolean {
    if (this.#done) throw notAnArray();
    this.#base ??= byte === 0x5b ? 1 : 0;
    this.#depth += 1;
    return this.#depth === this.#base + 1;
  }

  #close(): boolean {
    if (this.#depth === 0 || this.#done) throw notAnArray();
    this.#depth -= 1;
    this.#done = this.#depth === 0;
    return this.#depth === this.#base;
  }

  #keep(bytes: Buffer): void {
    if (this.#element.length + bytes.length > this.#limit) throw tooLarge(this.#limit);
    this.#element.push(bytes);
  }

  #take(last: Buffer): string {
    this.#keep(last);
    return this.#element.takeText();
  }
}

function notAnArray(): TransportError {
  return new TransportError('notJson', 'The response isn’t a JSON array of objects.', {
    hint: 'A gateway or proxy may have changed the response. Check the endpoint and the proxy.',
  });
}
