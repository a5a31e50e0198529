import { abortable } from '../../base/async';
import type { Clock } from '../../base/clock';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import type { RetryWait } from '../retryPolicy';
import type { JsonObject } from '../schema/row';
import type { Version } from '../versions';

export interface UploadSession {
  /** Secret: grants access to the upload. Never logged or shown. */
  readonly url: string;
  /** Size in bytes of which all chunks except the last must be a multiple. */
  readonly granularity: number;
}

export interface UploadContent {
  readonly source: UploadSource;
  /** Also in the body, if the row says so. */
  readonly mimeType: string;
  readonly session?: UploadSession;
}

export interface UploadProgress {
  /** Bytes sent; at least `confirmed`. */
  readonly sent: number;
  readonly confirmed: number;
}

export interface UploadOptions {
  readonly signal?: AbortSignal;
  readonly version?: Version;
  /** Maximum bytes per request, rounded to the granularity. Default: everything in one request. */
  readonly chunkBytes?: number;
  readonly maxAttempts?: number;
  /** Called with each new session, including replacements of lost ones. Must be stored as a secret. */
  readonly onSession?: (session: UploadSession) => void | Promise<void>;
  /** At most ten times per second, and at the end. */
  readonly onProgress?: (progress: UploadProgress) => void;
  /**
   * Looks for the result of an upload whose session disappeared after it may have completed. Returns the lost
   * response, or undefined to upload again; if it throws, nothing is uploaded again. Prevents duplicates.
   */
  readonly findMade?: () => Promise<JsonObject | undefined>;
  readonly onRetry?: (wait: RetryWait) => void;
  /**
   * Cancels the session on abort (default) or keeps it to resume later. A given session with an already aborted
   * signal is canceled without reading the source.
   */
  readonly onAbort?: 'cancel' | 'keep';
}

export interface UploadSource {
  readonly size: number;
  /**
   * Reads from an offset to the end, one read at a time. Chunks are valid until the next is requested. Throws
   * `AppError` (`sourceChanged`) before the last chunk if the content has changed.
   */
  read(offset: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

export interface StreamedBody {
  readonly length: number;
  /**
   * Returns at least the needed bytes; chunks are valid until the next is requested. Called at most once. Errors end
   * the request.
   */
  readonly bytes: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  /** Called before each read with the number of bytes taken by the network. */
  readonly onTaken?: (bytes: number) => void;
}

export interface UploadPart {
  readonly headers: { readonly [name: string]: string };
  /** Path and query of the secret upload URL. Undefined in the start request. */
  readonly target?: string;
  readonly content?: StreamedBody;
}

export function secretsOfTarget(target: string | undefined): readonly string[] {
  const query = target?.split('?')[1] ?? '';
  if (query === '') return [];
  const values = [...new URLSearchParams(query).values()].filter(({ length }) => length >= LONG);
  return [query, ...values];
}

// In characters; shorter values, such as that of `upload_protocol`, are ordinary words.
const LONG = 12;

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
