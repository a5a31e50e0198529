import { CancelledError } from '../base/errors';
import { emptyResponse } from './body';
import { decodeErrorEnvelope, errorEnvelope } from './errors/decode';
import { type ServiceError, TransportError } from './errors';
import { isObject, tryParse } from '../base/json';
import { incomplete, notJson } from './pieces';
import type { JsonObject } from './schema/row';
import { StreamDecoder } from './streamDecoder';
import type { WireResponse } from './transport';

type Piece = IteratorResult<JsonObject, undefined>;

const DONE: Piece = { value: undefined, done: true };

export interface StreamOptions {
  readonly signal?: AbortSignal | undefined;
  readonly asksModel?: boolean;
}

/**
 * Streams chunks of an SSE or JSON array response, for a single consumer. Throws `ServiceError` for an error chunk,
 * `TransportError` for a broken body. Not an async generator: too slow, and its `return` waits for `next`.
 */
export class PieceStream implements AsyncIterableIterator<JsonObject, undefined> {
  readonly #open: (signal: AbortSignal) => Promise<WireResponse>;
  readonly #signal: AbortSignal | undefined;
  readonly #asksModel: boolean | undefined;
  readonly #abortion = new AbortController();
  #answer: WireResponse | undefined;
  #body: AsyncIterator<Uint8Array, unknown> | undefined;
  #decoder: StreamDecoder | undefined;
  /** Pending read, because concurrent `next` calls must not send a second request. */
  #reading: Promise<Piece> | undefined;
  #texts: readonly string[] = [];
  #next = 0;
  #count = 0;
  #isLast = false;
  #over = false;

  /** @param open sends the request on the first read; its signal also aborts when the loop ends */
  constructor(
    open: (signal: AbortSignal) => Promise<WireResponse>,
    { signal, asksModel }: StreamOptions = {},
  ) {
    this.#open = open;
    this.#signal = signal;
    this.#asksModel = asksModel;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Piece> {
    if (this.#reading) {
      const again = (): Promise<Piece> => this.next();
      return this.#reading.then(again, again);
    }
    if (this.#over) return Promise.resolve(DONE);
    if (this.#next === this.#texts.length) return (this.#reading = this.#read());
    try {
      return Promise.resolve({ value: this.#take(), done: false });
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Returns a buffered chunk without a promise. Undefined if `next` must be called, which waits or throws. */
  ready(): JsonObject | undefined {
    if (this.#reading || this.#over || this.#next === this.#texts.length) return undefined;
    const [next, count] = [this.#next, this.#count];
    try {
      return this.#take();
    } catch {
      // Restored, because `next` must report the error and cancel the request.
      [this.#next, this.#count] = [next, count];
      return undefined;
    }
  }

  async return(): Promise<Piece> {
    await this.#release();
    return DONE;
  }

  /** Always awaits once, so that `#reading` is set before being cleared. */
  async #read(): Promise<Piece> {
    try {
      const answer = (this.#answer ??= await this.#begin());
      if (this.#isLast) return this.#end();
      this.#body ??= answer.body[Symbol.asyncIterator]();
      // The loop ended while opening, so don't wait for the first bytes.
      if (this.#abortion.signal.aborted) throw new CancelledError(this.#abortion.signal.reason);
      do {
        const { value, done } = await this.#body.next();
        if (this.#over) return DONE;
        if (done) return this.#finish(answer);
        this.#texts = (this.#decoder ??= new StreamDecoder(answer)).push(value);
        this.#next = 0;
      } while (this.#texts.length === 0);
      return { value: this.#take(), done: false };
    } catch (error) {
      if (this.#over) return await this.#leave();
      return await this.#fail(error);
    } finally {
      this.#reading = undefined;
    }
  }

  #begin(): Promise<WireResponse> {
    if (this.#signal?.aborted) this.#onAbort();
    else this.#signal?.addEventListener('abort', this.#onAbort, { once: true });
    return this.#open(this.#abortion.signal);
  }

  readonly #onAbort = (): void => this.#abortion.abort(this.#signal?.reason);

  #finish(answer: WireResponse): Piece {
    this.#texts = this.#decoder?.end() ?? [];
    this.#next = 0;
    this.#isLast = true;
    if (this.#texts.length > 0) return { value: this.#take(), done: false };
    if (this.#count > 0) return this.#end();
    throw this.#decoder?.hasUnknownLines ? notJson(answer) : emptyResponse();
  }

  #end(): Piece {
    this.#over = true;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    return DONE;
  }

  #take(): JsonObject {
    // After an abort, buffered chunks must not be returned.
    if (this.#signal?.aborted) throw new CancelledError(this.#signal.reason);
    const text = this.#texts[this.#next++] ?? '';
    this.#count += 1;
    const piece = tryParse(text);
    if (isObject(piece) && !('error' in piece)) return piece;
    const envelope = errorEnvelope(piece);
    if (envelope) throw this.#errorOf(envelope);
    throw this.#isLast ? incomplete() : brokenPiece(this.#count, text);
  }

  #errorOf(envelope: JsonObject): ServiceError {
    const redact = this.#answer?.redact;
    return decodeErrorEnvelope(envelope, undefined, redact, undefined, this.#asksModel);
  }

  async #fail(error: unknown): Promise<never> {
    await this.#release();
    throw error;
  }

  async #release(): Promise<void> {
    this.#over = true;
    await this.#leave();
  }

  async #leave(): Promise<Piece> {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    // Must be first, because a body being read may not notice anything else.
    this.#abortion.abort(new CancelledError());
    await this.#body?.return?.();
    return DONE;
  }
}

// The chunk isn't quoted, because it contains conversation content.
function brokenPiece(number: number, text: string): TransportError {
  return new TransportError(
    'notJson',
    `Event ${number} of the response isn’t valid JSON (${text.length} characters).`,
    { hint: 'The partial response is still available. Try again.' },
  );
}
