import type { CallOptions, CallOutput, Client, PagedId, StreamId } from '../api/call';
import type { OperationId } from '../api/operations';
import type { CallInput, PlainRequest, RequestName } from '../api/request';
import type { RetryWait } from '../api/retry/retryPolicy';
import type { SendOptions, WireAnswer } from '../api/transport';
import type { UploadedFile, UploadInput, UploadOptions } from '../api/upload/upload';
import type { Version } from '../api/versions';
import { DisposableSlot, type Disposable } from '../base/disposable';
import { AppError, CancelledError } from '../base/errors';
import type { CallLimits } from './callLimits';
import type { OpenClient } from './clients';

/** What is done about calls that wait before they are sent again. */
export interface RetryWatch {
  log(wait: RetryWait): void;
  /** Shows a wait until it is over or disposed; `cancel` ends the call. */
  show(wait: RetryWait, cancel: () => void): Disposable;
}

/** Opens clients that keep to the limits, as they are at each call, and whose waits are watched. */
export function openWatched(
  open: OpenClient,
  limits: () => CallLimits,
  watch: RetryWatch,
): OpenClient {
  return async (target) => new WatchedClient(await open(target), limits, watch, target.connection);
}

/**
 * Every call of the extension goes through one of these. Who passes `onRetry` shows the waits of that call;
 * one that does nothing keeps a call in the background silent. The waits of all others are shown here.
 */
class WatchedClient implements Client {
  readonly #client: Client;
  readonly #limits: () => CallLimits;
  readonly #watch: RetryWatch;
  readonly #connection: string | undefined;

  constructor(
    client: Client,
    limits: () => CallLimits,
    watch: RetryWatch,
    connection: string | undefined,
  ) {
    this.#client = client;
    this.#limits = limits;
    this.#watch = watch;
    this.#connection = connection;
  }

  get preferredVersion(): Version {
    return this.#client.preferredVersion;
  }

  async call<I extends OperationId>(
    id: I,
    input: CallInput<I>,
    options?: CallOptions,
  ): Promise<CallOutput<I>> {
    const watched = this.#watched(options);
    try {
      return await this.#client.call(id, input, watched);
    } catch (error) {
      throw await this.#noted(id, error);
    } finally {
      watched.dispose();
    }
  }

  stream<I extends StreamId>(
    id: I,
    input: CallInput<I>,
    options?: CallOptions,
  ): AsyncIterable<CallOutput<I>> {
    return this.#noting(id, this.#client.stream(id, input, this.#watched(options)));
  }

  pages<I extends PagedId>(
    id: I,
    input: CallInput<I>,
    options?: CallOptions,
  ): AsyncIterable<CallOutput<I>> {
    return this.#noting(id, this.#client.pages(id, input, this.#watched(options)));
  }

  async upload(input: UploadInput, options: UploadOptions = {}): Promise<UploadedFile> {
    const { maxAttempts = 2 } = this.#limits();
    try {
      // Nobody waits for an upload in front of a screen: it has its own patience, unless repeats are off.
      const limit = maxAttempts > 1 ? {} : { maxAttempts };
      return await this.#client.upload(input, { ...limit, ...options });
    } catch (error) {
      throw await this.#noted('media.upload', error);
    }
  }

  async exchange(request: PlainRequest, options: SendOptions = {}): Promise<WireAnswer> {
    const { timeoutMs } = this.#limits();
    try {
      const limit = timeoutMs === undefined ? {} : { timeoutMs };
      return await this.#client.exchange(request, { ...limit, ...options });
    } catch (error) {
      throw await this.#noted(request.operation, error);
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** The error, with the connection and the scopes that a way out of it needs. */
  async #noted(operation: RequestName, error: unknown): Promise<unknown> {
    if (error instanceof AppError && this.#connection !== undefined) {
      // Has the tables, which a call has loaded.
      const { credentialNeed } = await import('../api/credentialNeed');
      const { scopes } = credentialNeed({ operation });
      error.subject ??= { connection: this.#connection, scopes };
    }
    return error;
  }

  // Not a generator around the other one: that would cost every piece a turn.
  #noting<T>(operation: OperationId, pieces: AsyncIterable<T>): AsyncIterable<T> {
    const noted = async (error: unknown): Promise<never> => {
      throw await this.#noted(operation, error);
    };
    return {
      [Symbol.asyncIterator]: () => {
        const iterator = pieces[Symbol.asyncIterator]();
        return {
          next: () => iterator.next().catch(noted),
          return: (value?: unknown) =>
            iterator.return?.(value) ?? Promise.resolve({ done: true, value: undefined }),
        };
      },
    };
  }

  /** The options of a call with all that is added to them; disposed, they show nothing any more. */
  #watched(options: CallOptions = {}): CallOptions & Disposable {
    const { signal, onRetry } = options;
    const limited = { ...this.#limits(), ...options };
    const shown = new DisposableSlot<Disposable>();
    const dispose = (): void => shown.dispose();
    if (onRetry) {
      const told = (wait: RetryWait): void => {
        this.#watch.log(wait);
        onRetry(wait);
      };
      return { ...limited, onRetry: told, dispose };
    }
    const own = new AbortController();
    const ending = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
    const show = (wait: RetryWait): void => {
      this.#watch.log(wait);
      shown.value = this.#watch.show(wait, () => own.abort(new CancelledError()));
      // Only here: nearly every call is answered at once.
      ending.addEventListener('abort', dispose, { once: true });
    };
    return { ...limited, signal: ending, onRetry: show, dispose };
  }
}
