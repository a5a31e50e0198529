import { AppError, CancelledError } from '../../base/errors';
import type { StreamedBody } from '../upload/upload';

interface OutgoingObserver {
  onTaken(bytes: number): void;
  /** Called when bytes were handed over; after the last bytes, until the response starts. */
  onGiven(): void;
}

// In bytes, at least the socket's buffer size. Larger slices are consumed before the next request, so memory can be
// reused.
const MIN_PIECE_BYTES = 64 * 1024;
// In bytes. Progress is reported per slice.
const SLICE = 256 * 1024;

type Step = IteratorResult<Uint8Array, undefined>;

const DONE: Step = { value: undefined, done: true };

/** Feeds undici exactly the announced number of bytes, in slices. Copies only slices too small for backpressure. */
export class OutgoingBody implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #body: StreamedBody;
  readonly #observer: OutgoingObserver;
  readonly #stopping = new AbortController();
  #pieces: AsyncIterator<Uint8Array, unknown> | undefined;
  #piece: Uint8Array = new Uint8Array();
  #isReading = false;
  #isLeft = false;
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
      // All bytes sent; now waiting for the response.
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

  stop(): void {
    this.#stopping.abort(new CancelledError());
    if (this.#isReading || this.#isLeft || !this.#pieces) return;
    this.#isLeft = true;
    // The request is over, so close errors don't matter.
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
    // Avoids a small last slice, which would have to be copied.
    const length = most - SLICE < MIN_PIECE_BYTES ? most : SLICE;
    const slice = this.#piece.subarray(0, length);
    this.#piece = this.#piece.subarray(length);
    this.#left -= length;
    this.#given = length;
    this.#observer.onGiven();
    return length < MIN_PIECE_BYTES ? Uint8Array.from(slice) : slice;
  }
}

function tooShort(): AppError<'sourceChanged'> {
  return new AppError('sourceChanged', 'The file became shorter during the upload.', {
    hint: 'Upload it again.',
  });
}
