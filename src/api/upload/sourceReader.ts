import { abortable } from '../../base/async';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import type { StreamedBody } from './part';
import type { UploadSource } from './source';

/** Reads a source for one request after the other, and keeps what is wrong with it apart from the network. */
export class SourceReader {
  readonly #source: UploadSource;
  #reading: Promise<void> = Promise.resolve();
  #failure: AppError | undefined;

  constructor(source: UploadSource) {
    this.#source = source;
  }

  /** What the source threw: no other request makes that good. */
  get failure(): AppError | undefined {
    return this.#failure;
  }

  /** Resolves when nothing reads any more: the request before may have ended while a piece was still read. */
  left(signal: AbortSignal): Promise<void> {
    return abortable(this.#reading, signal);
  }

  /** A part of the source as a body. */
  content(offset: number, length: number, onTaken: (bytes: number) => void): StreamedBody {
    return { length, bytes: (signal) => this.#read(offset, signal), onTaken };
  }

  async *#read(offset: number, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
    let leave = (): void => undefined;
    this.#reading = new Promise((resolve) => (leave = resolve));
    try {
      yield* this.#source.read(offset, signal);
    } catch (error) {
      if (signal.aborted) throw new CancelledError(error);
      throw (this.#failure = asAppError(error));
    } finally {
      leave();
    }
  }
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error as AppError;
  return new AppError('notReadable', `The file can’t be read: ${errorMessage(error)}`, {
    cause: error,
  });
}
