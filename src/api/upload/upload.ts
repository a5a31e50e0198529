import type { Message } from '../schema/infer';
import type { RetryWait } from '../retry/wait';
import type { Version } from '../versions';
import type { UploadSource } from './source';

/** An upload that the service keeps open. */
export interface UploadSession {
  /** Opens the upload to everyone who has it: a secret, never logged or shown. */
  readonly url: string;
  /** Bytes that every piece but the last is a multiple of, as the service named them. */
  readonly granularity: number;
}

/** What is uploaded. */
export interface UploadInput {
  readonly source: UploadSource;
  /** `name` such as `files/abc`, where it is chosen here. */
  readonly file: {
    readonly name?: string;
    readonly displayName?: string;
    readonly mimeType: string;
  };
  /** Goes on with this one instead of beginning another. */
  readonly session?: UploadSession;
}

/** How far an upload is, in bytes from the beginning. */
export interface UploadProgress {
  /** Given to the network; never less than what is confirmed. */
  readonly sent: number;
  /** What the service has said that it has. */
  readonly confirmed: number;
}

export interface UploadOptions {
  readonly signal?: AbortSignal;
  readonly version?: Version;
  /** Most bytes in one request; by default one request carries all. Rounded to the granularity. */
  readonly chunkBytes?: number;
  /** Failures in a row, without a byte more being confirmed, after which it ends. */
  readonly maxAttempts?: number;
  /** A session was begun, also in place of one that the service has lost: to be kept, as a secret. */
  readonly onSession?: (session: UploadSession) => void | Promise<void>;
  /** At most ten times a second, and at the end. */
  readonly onProgress?: (progress: UploadProgress) => void;
  /** Told before each wait that precedes another attempt. */
  readonly onRetry?: (wait: RetryWait) => void;
  /**
   * What becomes of the session when the signal aborts: it is cancelled at the service (the default), or kept to
   * go on with later. A given session is cancelled also where the signal has aborted before the call: so ends an
   * upload that does not run, without a byte of the source being read.
   */
  readonly onAbort?: 'cancel' | 'keep';
}

/** The service's file, as it answered at the end. */
export type UploadedFile = Message<'File'>;
