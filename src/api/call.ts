import type { OperationId, Operations } from './operations';
import type { RetryWait } from './retry/retryPolicy';
import type { CallInput, CallParameters, PlainRequest } from './request';
import type { Message } from './schema/infer';
import type { SendOptions, WireAnswer } from './transport';
import type { UploadContent, UploadOptions } from './upload/upload';
import type { Version } from './versions';

/** What a call answers; for a stream, one piece. */
export type CallOutput<I extends OperationId> = Message<Operations[I]['response']>;

/** A piece of a streamed answer, which may be an event that tells of the answer. */
export type StreamOutput<I extends OperationId> = Operations[I] extends {
  readonly stream: { readonly event: infer E };
}
  ? Message<E>
  : CallOutput<I>;

export type StreamId = {
  [I in OperationId]: Operations[I] extends { readonly stream: true | object } ? I : never;
}[OperationId];
export type PagedId = {
  [I in OperationId]: Operations[I] extends { readonly paging: object } ? I : never;
}[OperationId];
/** The operations that take bytes besides their body. */
export type UploadId = {
  [I in OperationId]: Operations[I] extends { readonly upload: object } ? I : never;
}[OperationId];

/** What an upload takes: the parameters of its operation, and what is read piece by piece in place of `media`. */
export type UploadInput<I extends UploadId> = CallParameters<I> & UploadContent;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Preferred version for this call, instead of the client's. */
  readonly version?: Version;
  /** Attempts in all for this call, instead of the client's; 0 and 1 send it once. */
  readonly maxAttempts?: number;
  /** Milliseconds until the answer to an attempt must be there, instead of what the operation has. */
  readonly timeoutMs?: number;
  /** Told before each wait that precedes a repeat. Aborting the signal ends the wait. */
  readonly onRetry?: (wait: RetryWait) => void;
}

/**
 * The service over one connection. Every method throws `ServiceError` for what the service answered,
 * `TransportError` for what never became an answer, and `CancelledError` when the signal aborts.
 */
export interface Client {
  readonly preferredVersion: Version;
  call<I extends OperationId>(
    id: I,
    input: CallInput<I>,
    options?: CallOptions,
  ): Promise<CallOutput<I>>;
  /**
   * Pieces as they arrive. Leaving the loop, or aborting the signal, closes the request's socket. Ends
   * normally at the end of the body, whether or not a finish reason came: the caller judges that.
   */
  stream<I extends StreamId>(
    id: I,
    input: CallInput<I>,
    options?: CallOptions,
  ): AsyncIterable<StreamOutput<I>>;
  /**
   * The pages of a list, each fetched when the loop asks for it. Throws `TransportError` when the service
   * names a page token for the second time.
   */
  pages<I extends PagedId>(
    id: I,
    input: CallInput<I>,
    options?: CallOptions,
  ): AsyncIterable<CallOutput<I>>;
  /**
   * Uploads content of any size: in one streamed request, which goes on where the service says after any break.
   * Answers what the operation does at its end: `media.upload` the file, `media.uploadToFileSearchStore` an operation
   * by its name, to be followed with `watchOperation` until the document can be searched.
   * Throws what `call` throws, `AppError` (`tooLarge`, `sourceChanged`, `badUploadUrl`, `sessionLost`), and
   * `CancelledError` once the bytes have stopped.
   */
  upload<I extends UploadId>(
    id: I,
    input: UploadInput<I>,
    options?: UploadOptions,
  ): Promise<CallOutput<I>>;
  /**
   * Sends one request once, and gives whatever came, errors of the service included: for those who show the
   * exchange itself. Throws `TransportError` and `CancelledError` only.
   */
  exchange(request: PlainRequest, options?: SendOptions): Promise<WireAnswer>;
  /** Closes its sockets; running calls end with `CancelledError`. */
  close(): Promise<void>;
}
