import { CancelledError } from '../base/errors';
import { emptyAnswer } from './body';
import { decodeErrorEnvelope, errorEnvelope } from './errors/decode';
import { type ServiceError, TransportError } from './errors';
import { isObject, tryParse } from '../base/json';
import { incomplete, notJson } from './pieces';
import type { JsonObject } from './schema/row';
import { StreamDecoder } from './streamDecoder';
import type { WireAnswer } from './transport';

type Piece = IteratorResult<JsonObject, undefined>;

const DONE: Piece = { value: undefined, done: true };

export interface StreamOptions {
  readonly signal?: AbortSignal | undefined;
  /** As `adviceFor` has it. */
  readonly asksModel?: boolean;
}

/**
 * The pieces of a streamed answer: server-sent events, or the JSON array that some gateways send instead.
 * Throws `ServiceError` for an error among the pieces, and `TransportError` for a body that is neither,
 * is empty, is broken, or ends in the middle. Leaving the loop releases the body, or ends the request
 * that was to bring it. For one reader.
 *
 * Written by hand where an async generator would do: at the rate of small events the generator's own
 * turns cost as much as reading them. And a generator's `return` waits for the `next` before it, which
 * here may be a whole request.
 */
export class PieceStream implements AsyncIterableIterator<JsonObject, undefined> {
  readonly #open: (signal: AbortSignal) => Promise<WireAnswer>;
  readonly #signal: AbortSignal | undefined;
  readonly #asksModel: boolean | undefined;
  /** Ends the request: because the caller's signal aborted, or because the loop was left. */
  readonly #abortion = new AbortController();
  #answer: WireAnswer | undefined;
  #body: AsyncIterator<Uint8Array, unknown> | undefined;
  #decoder: StreamDecoder | undefined;
  /** The read under way: a `next` that does not wait for the one before must not send a second request. */
  #reading: Promise<Piece> | undefined;
  #texts: readonly string[] = [];
  #next = 0;
  #count = 0;
  /** The body has ended; the texts are what it has left. */
  #isLast = false;
  #over = false;

  /**
   * @param open sends the request; called when the first piece is asked for. Its signal aborts with
   * `signal`, and when the loop is left.
   */
  constructor(
    open: (signal: AbortSignal) => Promise<WireAnswer>,
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

  /**
   * The next piece where it has come already, without the turn of a promise; undefined where `next` is to be asked,
   * which waits for it, or says what is wrong with it.
   */
  ready(): JsonObject | undefined {
    if (this.#reading || this.#over || this.#next === this.#texts.length) return undefined;
    const [next, count] = [this.#next, this.#count];
    try {
      return this.#take();
    } catch {
      // `next` meets it again, and ends the request too.
      [this.#next, this.#count] = [next, count];
      return undefined;
    }
  }

  async return(): Promise<Piece> {
    await this.#release();
    return DONE;
  }

  /** Always waits at least once, so that `#reading` is set before it is cleared. */
  async #read(): Promise<Piece> {
    try {
      const answer = (this.#answer ??= await this.#begin());
      if (this.#isLast) return this.#end();
      this.#body ??= answer.body[Symbol.asyncIterator]();
      // Left while it was opened: nothing of it is wanted, not even to wait for its first bytes.
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

  #begin(): Promise<WireAnswer> {
    if (this.#signal?.aborted) this.#onAbort();
    else this.#signal?.addEventListener('abort', this.#onAbort, { once: true });
    return this.#open(this.#abortion.signal);
  }

  readonly #onAbort = (): void => this.#abortion.abort(this.#signal?.reason);

  /** The first piece that is left at the end of the body. Throws when nothing came at all. */
  #finish(answer: WireAnswer): Piece {
    this.#texts = this.#decoder?.end() ?? [];
    this.#next = 0;
    this.#isLast = true;
    if (this.#texts.length > 0) return { value: this.#take(), done: false };
    if (this.#count > 0) return this.#end();
    throw this.#decoder?.hasUnknownLines ? notJson(answer) : emptyAnswer();
  }

  #end(): Piece {
    this.#over = true;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    return DONE;
  }

  #take(): JsonObject {
    // Several pieces arrive together; after a stop none of them may come through.
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
    // First: a body that is being read may hear of nothing else.
    this.#abortion.abort(new CancelledError());
    await this.#body?.return?.();
    return DONE;
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
