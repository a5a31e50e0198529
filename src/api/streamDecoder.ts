import { tryParse } from '../base/json';
import { TransportError } from './errors';
import { decodeErrorEnvelope, errorEnvelope } from './errors/decode';
import { JsonArrayDecoder } from './jsonArrayDecoder';
import { type AnswerHead, notJson, type PieceDecoder } from './pieces';
import { redact, type Redactor } from './redact';
import { SseDecoder, type StreamEvent } from './sseDecoder';

// Space, tab, LF, CR, and the three bytes of a byte order mark.
const INSIGNIFICANT = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const TYPES = ['', 'text/event-stream', 'application/json', 'text/plain'];
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;
const LESS_THAN = 0x3c;

/** How the pieces of a body are written; an object is a single piece. */
type StreamForm = 'array' | 'object' | 'sse';

/**
 * Reads a streamed body, as server-sent events or as the JSON array that some gateways send instead. The first
 * significant byte decides: the declared type is not always true.
 */
export class StreamDecoder implements PieceDecoder {
  readonly #answer: AnswerHead;
  readonly #onEvent: ((event: StreamEvent) => void) | undefined;
  #decoder: JsonArrayDecoder | SseDecoder | undefined;
  #form: StreamForm | undefined;

  /** @param onEvent called with every event or element, as it was written. */
  constructor(answer: AnswerHead, onEvent?: (event: StreamEvent) => void) {
    this.#answer = answer;
    this.#onEvent = onEvent;
  }

  /** Undefined until the first significant byte. */
  get form(): StreamForm | undefined {
    return this.#form;
  }

  /** Whether lines came that no event stream has. */
  get hasUnknownLines(): boolean {
    return this.#decoder instanceof SseDecoder && this.#decoder.unknownLines > 0;
  }

  /** Throws `TransportError` (`notJson`) for a body that is neither events nor JSON. */
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
    // The decoder of events tells of them itself.
    if (this.#onEvent && this.#form !== 'sse') for (const data of texts) this.#onEvent({ data });
    return texts;
  }
}

function formOf(answer: AnswerHead, first: number | undefined): StreamForm {
  const type = (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!TYPES.includes(type)) throw notJson(answer);
  if (first === OPENING_BRACKET) return 'array';
  if (first === OPENING_BRACE) return 'object';
  if (type === 'application/json' || first === LESS_THAN) throw notJson(answer);
  return 'sse';
}

/** The error that a streamed answer has ended with. */
export interface StreamError {
  readonly httpStatus: number;
  /** Its name, such as `UNAVAILABLE`. */
  readonly status: string;
}

const ERROR_MARK = '"error"';

/** The pieces of a streamed answer that is kept as text, as far as they are whole; none where it is no stream. */
export function streamPieces(text: string): readonly string[] {
  const decoder = new StreamDecoder({ headers: {} });
  const pieces: string[] = [];
  try {
    pieces.push(...decoder.push(Buffer.from(text)));
    pieces.push(...decoder.end());
  } catch (error) {
    // Some other text, or only the beginning of a stream.
    if (!(error instanceof TransportError)) throw error;
  }
  return pieces;
}

/** The error that a streamed answer has ended with, with or without `data:`; undefined where it has none. */
export function streamError(text: string, clean: Redactor = redact): StreamError | undefined {
  // Of almost all, this is all that has to be read.
  if (!text.includes(ERROR_MARK)) return undefined;
  const pieces = streamPieces(text).filter((piece) => piece.includes(ERROR_MARK));
  const envelope = pieces
    .map((piece) => errorEnvelope(tryParse(piece)))
    .find((one) => one !== undefined);
  if (!envelope) return undefined;
  const { httpStatus, status } = decodeErrorEnvelope(envelope, undefined, clean);
  return { httpStatus, status };
}
