import { AppError, CancelledError } from '../../base/errors';
import type { StreamedBody } from '../upload/upload';

/** Who watches a body go out. */
interface OutgoingObserver {
  /** The network has taken all that it was given, and wants more. */
  onTaken(bytes: number): void;
  /** The network was given something, and has it until it wants more; at the end, until there is an answer. */
  onGiven(): void;
}

// Bytes. A socket whose buffer is full says when it has let go of what it was given, and no buffer is larger than
// this; what is shorter may still lie there when the next is asked for.
const SMALLEST = 64 * 1024;
// Bytes. Progress is seen at each slice, and each costs a turn.
const SLICE = 256 * 1024;

type Step = IteratorResult<Uint8Array, undefined>;

const DONE: Step = { value: undefined, done: true };

/**
 * Gives undici the bytes of a streamed body: exactly as many as announced, in slices of the pieces that it reads.
 * Nothing is copied that the socket can be waited for.
 */
export class OutgoingBody implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #body: StreamedBody;
  readonly #observer: OutgoingObserver;
  readonly #stopping = new AbortController();
  #pieces: AsyncIterator<Uint8Array, unknown> | undefined;
  #piece: Uint8Array = new Uint8Array();
  #isReading = false;
  #isLeft = false;
  /** Bytes that are still to be given. */
  #left: number;
  #given = 0;

  constructor(body: StreamedBody, observer: OutgoingObserver) {
    this.#body = body;
    this.#observer = observer;
    this.#left = body.length;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step> {
    if (this.#stopping.signal.aborted) return this.return();
    this.#taken();
    if (this.#left === 0) {
      // From here on the answer is waited for.
      this.#observer.onGiven();
      return this.return();
    }
    if (this.#piece.length > 0) return Promise.resolve({ value: this.#give(), done: false });
    return this.#read();
  }

  async return(): Promise<Step> {
    this.stop();
    return Promise.resolve(DONE);
  }

  /** The request is over: nothing more is read. */
  stop(): void {
    this.#stopping.abort(new CancelledError());
    if (this.#isReading || this.#isLeft || !this.#pieces) return;
    this.#isLeft = true;
    // Whether the source could be closed makes no difference to a request that is over.
    this.#pieces.return?.().catch(() => undefined);
  }

  async #read(): Promise<Step> {
    this.#isReading = true;
    try {
      this.#pieces ??= this.#body.bytes(this.#stopping.signal)[Symbol.asyncIterator]();
      do {
        const { value, done } = await this.#pieces.next();
        if (done) throw tooShort();
        this.#piece = value;
      } while (this.#piece.length === 0);
    } finally {
      this.#isReading = false;
    }
    if (this.#stopping.signal.aborted) return await this.return();
    return { value: this.#give(), done: false };
  }

  #taken(): void {
    if (this.#given === 0) return;
    this.#observer.onTaken(this.#given);
    this.#given = 0;
  }

  #give(): Uint8Array {
    const most = Math.min(this.#piece.length, this.#left);
    // No small rest, which would have to be copied.
    const length = most - SLICE < SMALLEST ? most : SLICE;
    const slice = this.#piece.subarray(0, length);
    this.#piece = this.#piece.subarray(length);
    this.#left -= length;
    this.#given = length;
    this.#observer.onGiven();
    return length < SMALLEST ? Uint8Array.from(slice) : slice;
  }
}

function tooShort(): AppError<'sourceChanged'> {
  return new AppError('sourceChanged', 'The file has become shorter while it was uploaded.', {
    hint: 'Upload it again.',
  });
}
