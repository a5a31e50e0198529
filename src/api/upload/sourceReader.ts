import { abortable } from '../../base/async';
import type { Clock } from '../../base/clock';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import type { StreamedBody, UploadProgress, UploadSource } from './upload';

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

// Milliseconds between two reports.
const PAUSE = 100;

/** Counts how far an upload is, and tells it at most ten times a second. */
export class ProgressMeter {
  readonly #clock: Clock;
  readonly #report: (progress: UploadProgress) => void;
  #sent = 0;
  #confirmed = 0;
  #toldAt = -Infinity;

  constructor(clock: Clock, report: (progress: UploadProgress) => void = () => undefined) {
    this.#clock = clock;
    this.#report = report;
  }

  /** The network has taken so many bytes more. */
  took(bytes: number): void {
    this.#sent += bytes;
    this.#tell();
  }

  /** The service has so many bytes; whatever else was sent is lost. */
  confirm(bytes: number): void {
    this.#confirmed = bytes;
    this.#sent = bytes;
    this.#tell();
  }

  /** All is there. */
  end(bytes: number): void {
    this.#toldAt = -Infinity;
    this.confirm(bytes);
  }

  #tell(): void {
    const now = this.#clock.monotonic();
    if (now - this.#toldAt < PAUSE) return;
    this.#toldAt = now;
    this.#report({ sent: this.#sent, confirmed: this.#confirmed });
  }
}
