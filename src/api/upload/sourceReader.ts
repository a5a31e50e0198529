import { abortable } from '../../base/async';
import type { Clock } from '../../base/clock';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import type { StreamedBody, UploadProgress, UploadSource } from './upload';

export class SourceReader {
  readonly #source: UploadSource;
  #reading: Promise<void> = Promise.resolve();
  #failure: AppError | undefined;

  constructor(source: UploadSource) {
    this.#source = source;
  }

  get failure(): AppError | undefined {
    return this.#failure;
  }

  left(signal: AbortSignal): Promise<void> {
    return abortable(this.#reading, signal);
  }

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
      throw (this.#failure = toAppError(error));
    } finally {
      leave();
    }
  }
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error as AppError;
  return new AppError('notReadable', `Couldn’t read the file: ${errorMessage(error)}`, {
    cause: error,
  });
}

const PAUSE = 100;

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

  took(bytes: number): void {
    this.#sent += bytes;
    this.#tell();
  }

  /** Sets the server's offset; other bytes sent are lost. */
  confirm(bytes: number): void {
    this.#confirmed = bytes;
    this.#sent = bytes;
    this.#tell();
  }

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
