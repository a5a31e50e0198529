import type { OperationId, Operations } from './operations';
import type { RetryWait } from './retry/retryPolicy';
import type { Media, PlainRequest } from './request';
import type { BodyInput, Message } from './schema/infer';
import type { Scalars } from './schema/row';
import type { SendOptions, WireAnswer } from './transport';
import type { UploadedFile, UploadInput, UploadOptions } from './upload/upload';
import type { Version } from './versions';

// `{name=models/*}:x` → 'name'
type PathName<P> = P extends `${string}{${infer N}=${string}}${infer Rest}`
  ? N | PathName<Rest>
  : never;
type ScalarOf<Q> = Q extends { readonly type: infer T extends keyof Scalars } ? Scalars[T] : never;
type Required = { readonly required: true };
type Query<R> = R extends { readonly query: infer Q }
  ? { readonly [K in keyof Q as Q[K] extends Required ? never : K]?: ScalarOf<Q[K]> } & {
      readonly [K in keyof Q as Q[K] extends Required ? K : never]: ScalarOf<Q[K]>;
    }
  : Record<never, never>;
// A patch names what it changes in its mask: the rest, required or not, stays out.
type BodyOf<R, B> = R extends { readonly verb: 'PATCH' } ? Partial<BodyInput<B>> : BodyInput<B>;
type Body<R> = R extends { readonly body: infer B }
  ? { readonly body: BodyOf<R, B> }
  : { readonly body?: never };
type Content<R> = R extends { readonly upload: true } ? { readonly media: Media } : unknown;
type Path<R> = R extends { readonly path: infer P }
  ? { readonly [K in PathName<P>]: string }
  : never;

/**
 * What a call takes, inferred from the operation's row: the path's parameters by name (full resource
 * names such as `models/gemini-x`), its query parameters, `body` where it has one, and `media` where it
 * uploads.
 */
export type CallInput<I extends OperationId> = Path<Operations[I]> &
  Query<Operations[I]> &
  Body<Operations[I]> &
  Content<Operations[I]>;

/** What a call answers; for a stream, one piece. */
export type CallOutput<I extends OperationId> = Message<Operations[I]['response']>;

export type StreamId = {
  [I in OperationId]: Operations[I] extends { readonly stream: true } ? I : never;
}[OperationId];
export type PagedId = {
  [I in OperationId]: Operations[I] extends { readonly paging: object } ? I : never;
}[OperationId];

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
  ): AsyncIterable<CallOutput<I>>;
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
   * Throws what `call` throws, `AppError` (`tooLarge`, `sourceChanged`, `badUploadUrl`, `sessionLost`), and
   * `CancelledError` once the bytes have stopped.
   */
  upload(input: UploadInput, options?: UploadOptions): Promise<UploadedFile>;
  /**
   * Sends one request once, and gives whatever came, errors of the service included: for those who show the
   * exchange itself. Throws `TransportError` and `CancelledError` only.
   */
  exchange(request: PlainRequest, options?: SendOptions): Promise<WireAnswer>;
  /** Closes its sockets; running calls end with `CancelledError`. */
  close(): Promise<void>;
}
