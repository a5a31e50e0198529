import type { OperationId, Operations } from './operations';
import type { AttemptOptions } from './retryPolicy';
import type { CallInput, CallParameters, PlainRequest } from './request';
import type { Message } from './schema/infer';
import type { SendOptions, WireResponse } from './transport';
import type { UploadContent, UploadOptions } from './upload/upload';
import type { Version } from './versions';

export type CallOutput<I extends OperationId> = Message<Operations[I]['response']>;

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
export type UploadId = {
  [I in OperationId]: Operations[I] extends { readonly upload: object } ? I : never;
}[OperationId];

/** Parameters of an upload; streamed content replaces `media`. */
export type UploadInput<I extends UploadId> = CallParameters<I> & UploadContent;

export interface CallOptions extends AttemptOptions {
  readonly version?: Version;
  /** Timeout of each attempt in ms, instead of the method's default. */
  readonly timeoutMs?: number;
  /** Receives the headers of the successful response, with lowercase names. */
  readonly onHeaders?: (headers: WireResponse['headers']) => void;
}

/**
 * Gemini API client over one connection. All methods throw `ServiceError` for error responses, `TransportError` if
 * no valid response arrived, and `CancelledError` on abort.
 */
export interface Client {
  readonly preferredVersion: Version;
  call<I extends OperationId>(
    id: I,
    input: CallInput<I>,
    options?: CallOptions,
  ): Promise<CallOutput<I>>;
  /**
   * Streams chunks. Leaving the loop or aborting closes the socket. A truncated response ends normally: callers must
   * check the finish reason.
   */
  stream<I extends StreamId>(
    id: I,
    input: CallInput<I>,
    options?: CallOptions,
  ): AsyncIterable<StreamOutput<I>>;
  /** Fetches list pages on demand. Throws `TransportError` if the API repeats a page token. */
  pages<I extends PagedId>(
    id: I,
    input: CallInput<I>,
    options?: CallOptions,
  ): AsyncIterable<CallOutput<I>>;
  /**
   * Uploads content of any size as a resumable stream. Returns the file or, for file search stores, an operation.
   * Throws like `call`, and `AppError` (`tooLarge`, `sourceChanged`, `badUploadUrl`, `sessionLost`).
   */
  upload<I extends UploadId>(
    id: I,
    input: UploadInput<I>,
    options?: UploadOptions,
  ): Promise<CallOutput<I>>;
  /**
   * Sends a raw request once and returns any response, including errors. Throws only `TransportError` and
   * `CancelledError`.
   */
  exchange(request: PlainRequest, options?: SendOptions): Promise<WireResponse>;
  close(): Promise<void>;
}
