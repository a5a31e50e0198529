import { CancelledError } from '../base/errors';
import { emptyAnswer, notJson } from './body';
import { decodeErrorEnvelope } from './errors/decode';
import { TransportError } from './errors/transportError';
import { isObject, tryParse } from './json';
import { JsonArrayDecoder } from './jsonArray';
import { incomplete, type PieceDecoder } from './pieces';
import type { JsonObject } from './schema/row';
import { SseDecoder } from './sse';
import type { WireAnswer } from './transport';

/**
 * The pieces of a streamed answer: server-sent events, or the JSON array that some gateways send instead.
 * Throws `ServiceError` for an error among the pieces, and `TransportError` for a body that is neither,
 * is empty, is broken, or ends in the middle. Leaving the loop releases the body. For one reader.
 *
 * Written by hand where an async generator would do: at the rate of small events the generator's own
 * turns cost as much as reading them.
 */
export class PieceStream implements AsyncIterableIterator<JsonObject, undefined> {
  readonly #open: () => Promise<WireAnswer>;
  readonly #signal: AbortSignal | undefined;
  #answer: WireAnswer | undefined;
  #body: AsyncIterator<Uint8Array, unknown> | undefined;
  #decoder: PieceDecoder | undefined;
  #texts: readonly string[] = [];
  #next = 0;
  #count = 0;
  #over = false;

  /** @param open sends the request; called when the first piece is asked for. */
  constructor(open: () => Promise<WireAnswer>, signal?: AbortSignal) {
    this.#open = open;
    this.#signal = signal;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<JsonObject, undefined>> {
    if (this.#over || this.#next === this.#texts.length) return this.#read();
    try {
      return Promise.resolve({ value: this.#take(), done: false });
    } catch (error) {
      return this.#fail(error);
    }
  }

  async return(): Promise<IteratorResult<JsonObject, undefined>> {
    await this.#release();
    return { value: undefined, done: true };
  }

  async #read(): Promise<IteratorResult<JsonObject, undefined>> {
    if (this.#over) return { value: undefined, done: true };
    try {
      this.#answer ??= await this.#open();
      this.#body ??= this.#answer.body[Symbol.asyncIterator]();
      while (this.#next === this.#texts.length) {
        const { value, done } = await this.#body.next();
        this.#texts = done ? this.#end(this.#answer) : this.#decode(this.#answer, value);
        this.#next = 0;
        if (!done) continue;
        this.#over = true;
        const [last] = this.#texts;
        if (last === undefined) return { value: undefined, done: true };
        return { value: this.#parse(last, incomplete), done: false };
      }
      return { value: this.#take(), done: false };
    } catch (error) {
      return this.#fail(error);
    }
  }

  #decode(answer: WireAnswer, chunk: Uint8Array): readonly string[] {
    if (this.#decoder) return this.#decoder.push(chunk);
    const start = firstSignificant(chunk);
    if (start === chunk.length) return [];
    this.#decoder = decoderFor(answer, chunk[start]);
    return this.#decoder.push(chunk.subarray(start));
  }

  /** What is left at the end of the body; throws when nothing came at all. */
  #end(answer: WireAnswer): readonly string[] {
    const last = this.#decoder?.end();
    if (last !== undefined) return [last];
    if (this.#count > 0) return [];
    const foreign = this.#decoder instanceof SseDecoder && this.#decoder.unknownLines > 0;
    throw foreign ? notJson(answer) : emptyAnswer();
  }

  #take(): JsonObject {
    // Several pieces arrive together; after a stop none of them may come through.
    if (this.#signal?.aborted) throw new CancelledError(this.#signal.reason);
    const text = this.#texts[this.#next++] ?? '';
    return this.#parse(text, () => brokenPiece(this.#count, text));
  }

  #parse(text: string, broken: () => TransportError): JsonObject {
    this.#count += 1;
    const piece = tryParse(text);
    if (!isObject(piece)) throw broken();
    if ('error' in piece) throw decodeErrorEnvelope(piece, undefined, this.#answer?.redact);
    return piece;
  }

  async #fail(error: unknown): Promise<never> {
    await this.#release();
    throw error;
  }

  async #release(): Promise<void> {
    this.#over = true;
    await this.#body?.return?.();
  }
}

// The text itself stays out of the message: it is part of the conversation.
function brokenPiece(number: number, text: string): TransportError {
  return new TransportError(
    'notJson',
    `Event ${number} of the answer is not valid JSON (${text.length} characters).`,
    { hint: 'What came before is kept. Try again.' },
  );
}

/** Spaces, line ends and a byte order mark say nothing about what follows. */
function firstSignificant(bytes: Uint8Array): number {
  const index = bytes.findIndex((byte) => !INSIGNIFICANT.has(byte));
  return index === -1 ? bytes.length : index;
}

const INSIGNIFICANT = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const TYPES = ['', 'text/event-stream', 'application/json', 'text/plain'];

/** By what the body begins with: the declared type is not always true. */
function decoderFor(answer: WireAnswer, first: number | undefined): PieceDecoder {
  const type = (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!TYPES.includes(type)) throw notJson(answer);
  if (first === 0x5b /* [ */ || first === 0x7b /* { */) return new JsonArrayDecoder();
  if (type === 'application/json' || first === 0x3c /* < */) throw notJson(answer);
  return new SseDecoder();
}
