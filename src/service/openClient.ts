import * as l10n from '@vscode/l10n';
import type {
  CallOptions,
  CallOutput,
  Client,
  PagedId,
  StreamId,
  StreamOutput,
  UploadId,
  UploadInput,
} from '../api/call';
import { parseEndpoint } from '../api/endpoint';
import { ServiceError } from '../api/errors';
import type { OperationId } from '../api/operations';
import type { CallInput, PlainRequest, RequestName } from '../api/request';
import type { RetryWait } from '../api/retryPolicy';
import type { CredentialSource, SendOptions, Transport, WireResponse } from '../api/transport';
import type { UploadOptions } from '../api/upload/upload';
import type { Version } from '../api/versions';
import type { Clock } from '../base/clock';
import { type Disposable, DisposableSlot, toDisposable } from '../base/disposable';
import { AppError, CancelledError } from '../base/errors';
import { retryReason } from '../catalog/errorHelp';
import { operationTitle } from '../catalog/text';
import type { OpenClient } from './clients';
import type { CallLimits } from './numberSetting';
import { type Meter, openMetered } from './meteredClient';
import type { TrafficLog } from './trafficLog';

export interface OpenDeps {
  readonly traffic: TrafficLog;
  readonly limits: () => CallLimits;
  readonly notices: RetryNoticesDeps;
  readonly spending: () => Promise<{ meterOf(connection: string | undefined): Meter }>;
}

/** Creates clients with network access, costs, retry notices and request logging. */
export function createOpen({ traffic, limits, notices, spending }: OpenDeps): OpenClient {
  const meterOf =
    (connection: string | undefined): Meter =>
    async (request) =>
      await (await spending()).meterOf(connection)(request);
  const open = openMetered(openRecorded(openUndiciClient, traffic), meterOf);
  return openWatched(open, limits, new RetryNotices(notices));
}

export const openUndiciClient: OpenClient = async ({
  endpoint,
  version,
  upload,
  credential,
  network,
  onExchange,
  isRecording,
}) => {
  const [{ createClient }, { UndiciTransport }] = await Promise.all([
    import('../api/client'),
    import('../api/undiciSenders'),
  ]);
  const connect = (origin: string, source: CredentialSource): Transport => {
    const transport = new UndiciTransport({
      endpoint: parseEndpoint(origin),
      credential: source,
      network: async () => network(),
      ...(isRecording ? { isRecording } : {}),
    });
    if (onExchange) transport.onDidExchange(onExchange);
    return transport;
  };
  return createClient({
    transport: connect(endpoint, credential),
    ...(upload && { uploadTransport: () => connect(upload.endpoint, upload.credential) }),
    preferredVersion: version,
  });
};

/** Opens clients whose requests are logged. */
export function openRecorded(open: OpenClient, traffic: TrafficLog): OpenClient {
  return (target) =>
    open({
      ...target,
      onExchange: (exchange) => traffic.add(target.connection, exchange),
      isRecording: () => traffic.isOn,
    });
}

/** Opens clients that read limits at each call and show retries. */
export function openWatched(
  open: OpenClient,
  limits: () => CallLimits,
  watch: RetryWatch,
): OpenClient {
  return async (target) => new WatchedClient(await open(target), limits, watch, target.connection);
}

/**
 * Wraps all calls of the extension. Shows retry waits unless the caller passes `onRetry`;
 * background calls pass a no-op.
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
  ): AsyncIterable<StreamOutput<I>> {
    return this.#noting(id, this.#client.stream(id, input, this.#watched(options)));
  }

  pages<I extends PagedId>(
    id: I,
    input: CallInput<I>,
    options?: CallOptions,
  ): AsyncIterable<CallOutput<I>> {
    return this.#noting(id, this.#client.pages(id, input, this.#watched(options)));
  }

  async upload<I extends UploadId>(
    id: I,
    input: UploadInput<I>,
    options: UploadOptions = {},
  ): Promise<CallOutput<I>> {
    const { maxAttempts = 2 } = this.#limits();
    try {
      // Uploads have their own retry policy, unless retries are off.
      const limit = maxAttempts > 1 ? {} : { maxAttempts };
      return await this.#client.upload(id, input, { ...limit, ...options });
    } catch (error) {
      throw await this.#noted(id, error);
    }
  }

  async exchange(request: PlainRequest, options: SendOptions = {}): Promise<WireResponse> {
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

  async #noted(operation: RequestName, thrown: unknown): Promise<unknown> {
    const error = unrecorded(thrown) ?? thrown;
    if (error instanceof AppError && this.#connection !== undefined) {
      // Contains the tables, which the call has already loaded.
      const { credentialNeed } = await import('../api/credentialNeed');
      const { scopes } = credentialNeed({ operation });
      error.subject ??= { connection: this.#connection, scopes };
    }
    return error;
  }

  // Not a wrapping generator, which would add an async step per chunk.
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

  /** Adds limits and retry notices to options. Disposing hides the notices. */
  #watched(options: CallOptions = {}): CallOptions & Disposable {
    const { signal, onRetry } = options;
    const limited = { ...this.#limits(), ...options };
    const shown = new DisposableSlot<Disposable>();
    const dispose = (): void => shown.dispose();
    if (onRetry) {
      const report = (wait: RetryWait): void => {
        this.#watch.log(wait);
        onRetry(wait);
      };
      return { ...limited, onRetry: report, dispose };
    }
    const own = new AbortController();
    const ending = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
    const show = (wait: RetryWait): void => {
      this.#watch.log(wait);
      shown.value = this.#watch.show(wait, () => own.abort(new CancelledError()));
      // Set up lazily, as most calls need no retry.
      ending.addEventListener('abort', dispose, { once: true });
    };
    return { ...limited, signal: ending, onRetry: show, dispose };
  }
}

/** Converts the emulator's error for an unmatched request, which isn't a real 404. */
function unrecorded(error: unknown): AppError | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  if (error.details.errorInfo?.reason !== 'RECORDING_NOT_FOUND') return undefined;
  const hint = 'Record the request, or send it as it was recorded.';
  return new AppError('notRecorded', error.message, { hint, cause: error });
}

interface RetryWatch {
  log(wait: RetryWait): void;
  /** Shows a wait until it ends or is disposed; `cancel` ends the call. */
  show(wait: RetryWait, cancel: () => void): Disposable;
}

/** In ms; shorter waits aren't shown. */
const NOTICEABLE = 2000;

/** Shows a cancelable notice with the wait in ms until it is disposed. */
type ShowWait = (
  title: string,
  message: string,
  durationMs: number,
  onCancel: () => void,
) => Disposable;

interface RetryNoticesDeps {
  readonly show: ShowWait;
  readonly clock: Clock;
  readonly log: { warn(line: string): void };
}

interface ShownNotice {
  readonly notice: Disposable;
  readonly cancels: Set<() => void>;
}

/**
 * Logs each wait and shows long ones. Concurrent waits of one API method share a notice,
 * whose button cancels them all.
 */
export class RetryNotices implements RetryWatch {
  readonly #deps: RetryNoticesDeps;
  readonly #shown = new Map<OperationId, ShownNotice>();

  constructor(deps: RetryNoticesDeps) {
    this.#deps = deps;
  }

  log({ operation, attempt, maxAttempts, delayMs, asked, error }: RetryWait): void {
    const status = 'httpStatus' in error ? `${error.httpStatus} ` : '';
    const why = asked ? 'as the API requested' : 'the default delay';
    this.#deps.log.warn(
      `${operation}: attempt ${attempt} of ${maxAttempts} failed with ${status}${error.reason}. Retrying in ${delayMs} ms, ${why}`,
    );
  }

  show(wait: RetryWait, cancel: () => void): Disposable {
    const { operation, delayMs } = wait;
    if (delayMs < NOTICEABLE) return toDisposable(() => undefined);
    const shown = this.#shown.get(operation) ?? this.#open(wait);
    shown.cancels.add(cancel);
    const end = toDisposable(() => {
      timer.dispose();
      shown.cancels.delete(cancel);
      if (shown.cancels.size > 0) return;
      shown.notice.dispose();
      this.#shown.delete(operation);
    });
    const timer = this.#deps.clock.schedule(delayMs, () => end.dispose());
    return end;
  }

  #open({ operation, attempt, maxAttempts, delayMs, error }: RetryWait): ShownNotice {
    const { show } = this.#deps;
    const cancels = new Set<() => void>();
    const { message, args } = retryReason(error);
    const seconds = Math.ceil(delayMs / 1000);
    const outlook = l10n.t(
      'Retrying in {0} s (attempt {1} of {2}).',
      seconds,
      attempt + 1,
      maxAttempts,
    );
    const words = `${l10n.t(message, ...args)} ${outlook}`;
    const notice = show(operationTitle(operation), words, delayMs, () => {
      for (const cancel of Array.from(cancels)) cancel();
    });
    const shown = { notice, cancels };
    this.#shown.set(operation, shown);
    return shown;
  }
}
