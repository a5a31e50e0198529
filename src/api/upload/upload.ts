import type { RetryWait } from '../retry/retryPolicy';
import type { JsonObject } from '../schema/row';
import type { Version } from '../versions';

/** An upload that the service keeps open. */
export interface UploadSession {
  /** Opens the upload to everyone who has it: a secret, never logged or shown. */
  readonly url: string;
  /** Bytes that every piece but the last is a multiple of, as the service named them. */
  readonly granularity: number;
}

/** What is uploaded, beside the parameters of the operation that takes it. */
export interface UploadContent {
  readonly source: UploadSource;
  /** Stands in the body too, where the operation's row says. */
  readonly mimeType: string;
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
  /**
   * Asked where the service knows an upload no more that may have come to its end all the same, before that is begun
   * anew: gives the answer that was lost, or undefined where nothing was made. Where it throws, nothing is begun anew.
   * Needed where a second upload makes a second thing.
   */
  readonly findMade?: () => Promise<JsonObject | undefined>;
  /** Told before each wait that precedes another attempt. */
  readonly onRetry?: (wait: RetryWait) => void;
  /**
   * What becomes of the session when the signal aborts: it is cancelled at the service (the default), or kept to
   * go on with later. A given session is cancelled also where the signal has aborted before the call: so ends an
   * upload that does not run, without a byte of the source being read.
   */
  readonly onAbort?: 'cancel' | 'keep';
}

/** What is uploaded, read piece by piece from any place. */
export interface UploadSource {
  /** In bytes. */
  readonly size: number;
  /**
   * The bytes from an offset to the end. A piece is only good until the next one is asked for: its memory may
   * be used again. One read at a time: a later one begins once the one before it was left. Throws `AppError`
   * (`sourceChanged`) when the content is not what it was at the beginning, at the latest in place of the last
   * piece, so that no upload is finished whose content never existed as a file.
   */
  read(offset: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** A body that is read while it is sent. */
export interface StreamedBody {
  /** In bytes: exactly so many are sent. */
  readonly length: number;
  /**
   * The bytes, or more of them than are wanted. A piece is only good until the next one is asked for. Called once
   * at most. What it throws ends the request, and is what the request ends with.
   */
  readonly bytes: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  /** Told, each time before more is read, how many bytes more the network has taken. */
  readonly onTaken?: (bytes: number) => void;
}

/** What a request of the upload protocol has beside what every request has. */
export interface UploadPart {
  /** Of the protocol; names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** Path and query of the upload's address as the service gave them: a secret. Absent at the start. */
  readonly target?: string;
  readonly content?: StreamedBody;
}

/** What must not appear anywhere of the address of an upload: its query, whole and in parts. */
export function secretsOfTarget(target: string | undefined): readonly string[] {
  const query = target?.split('?')[1] ?? '';
  if (query === '') return [];
  const values = [...new URLSearchParams(query).values()].filter(({ length }) => length >= LONG);
  return [query, ...values];
}

// Characters; shorter values, such as that of `upload_protocol`, are ordinary words.
const LONG = 12;
