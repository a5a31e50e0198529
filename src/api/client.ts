import { systemClock, type Clock } from '../base/clock';
import { CancelledError } from '../base/errors';
import { ServiceError } from './errors';
import { isSuccess, readError, readJson } from './body';
import type {
  CallOptions,
  CallOutput,
  Client,
  PagedId,
  StreamId,
  StreamOutput,
  UploadId,
  UploadInput,
} from './call';
import { operationRow, versionFor, type OperationId } from './operations';
import type { OperationRow } from './operations/row';
import { nextPageToken, pageNames } from './paging';
import {
  callsModel,
  toStreamRequest,
  buildRequest,
  type CallInput,
  isStream,
  type PlainRequest,
  requestRow,
} from './request';
import { Retrier, type RetryOptions } from './retryPolicy';
import type { JsonObject } from './schema/row';
import { PieceStream } from './stream';
import type { SendOptions, Transport, WireResponse } from './transport';
import type { UploadOptions } from './upload/upload';
import { isAvailable, type Version } from './versions';

// In ms, from the API's gRPC service config.
const TIMEOUT = 60_000;
const SLOW_TIMEOUT = 600_000;

interface ClientOptions {
  readonly transport: Transport;
  readonly uploadTransport?: () => Transport;
  readonly preferredVersion: Version;
  readonly retry?: RetryOptions;
}

/** Creates a client that owns its transports and closes them when closed. */
export function createClient(options: ClientOptions): Client {
  return new TableClient(options);
}

type AnyInput = CallInput<OperationId>;

class TableClient implements Client {
  readonly preferredVersion: Version;
  readonly #transport: Transport;
  readonly #retrier: Retrier;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #closing = new AbortController();
  readonly #openUploads: (() => Transport) | undefined;
  #uploads: Transport | undefined;

  constructor({ transport, uploadTransport, preferredVersion, retry = {} }: ClientOptions) {
    this.#transport = transport;
    this.#openUploads = uploadTransport;
    this.preferredVersion = preferredVersion;
    this.#retrier = new Retrier(retry);
    this.#clock = retry.clock ?? systemClock;
    this.#random = retry.random ?? Math.random;
  }

  call<I extends OperationId>(
    id: I,
    input: CallInput<I>,
    options: CallOptions = {},
  ): Promise<CallOutput<I>> {
    const answer = this.#call(id, input, options);
    return answer as Promise<CallOutput<I>>;
  }

  stream<I extends StreamId>(
    id: I,
    input: CallInput<I>,
    options: CallOptions = {},
  ): AsyncIterableIterator<StreamOutput<I>> {
    const pieces = new PieceStream((signal) => this.#open(id, input, { ...options, signal }), {
      signal: options.signal,
      asksModel: callsModel({ operation: id }),
    });
    return pieces as AsyncIterableIterator<unknown> as AsyncIterableIterator<StreamOutput<I>>;
  }

  async *pages<I extends PagedId>(
    id: I,
    input: CallInput<I>,
    options: CallOptions = {},
  ): AsyncGenerator<CallOutput<I>, void, undefined> {
    const row = operationRow(id);
    const asked = new Set<string>();
    let next = input;
    for (;;) {
      const page = await this.call(id, next, options);
      yield page;
      const token = nextPageToken(row, page, asked);
      if (token === undefined) return;
      asked.add(token);
      next = { ...input, [pageNames(row).token]: token };
    }
  }

  async upload<I extends UploadId>(
    id: I,
    input: UploadInput<I>,
    options: UploadOptions = {},
  ): Promise<CallOutput<I>> {
    const { startUpload } = await import('./upload/run');
    const deps = {
      transport: this.#forUploads(),
      version: this.#versionOf(operationRow(id), options),
      clock: this.#clock,
      random: this.#random,
      closing: this.#closing.signal,
    };
    return (await startUpload(deps, id, input, options)) as CallOutput<I>;
  }

  exchange(request: PlainRequest, options: SendOptions = {}): Promise<WireResponse> {
    const row = requestRow(request);
    const transport = request.media ? this.#forUploads() : this.#transport;
    return transport.send(request, { ...sendOptions(request, row, options), ...options });
  }

  #forUploads(): Transport {
    return this.#openUploads ? (this.#uploads ??= this.#openUploads()) : this.#transport;
  }

  async close(): Promise<void> {
    this.#closing.abort(new CancelledError());
    this.#retrier.close();
    await Promise.all([this.#transport.close(), this.#uploads?.close()]);
  }

  async #call(id: OperationId, input: AnyInput, options: CallOptions): Promise<JsonObject> {
    const row = operationRow(id);
    const request = this.#request(id, row, input, options);
    const attempt = async (): Promise<JsonObject> =>
      readJson(await this.#send(request, row, options));
    try {
      return await attempt();
    } catch (error) {
      return await this.#retrier.recover(error, {
        operation: id,
        row,
        options,
        attempt: () => attempt().catch((again: unknown) => isAlreadyDeleted(row, again)),
      });
    }
  }

  async #open(id: OperationId, input: AnyInput, options: CallOptions): Promise<WireResponse> {
    const row = operationRow(id);
    const request = toStreamRequest(this.#request(id, row, input, options));
    const attempt = (): Promise<WireResponse> => this.#send(request, row, options);
    try {
      return await attempt();
    } catch (error) {
      return await this.#retrier.recover(error, { operation: id, row, options, attempt });
    }
  }

  #request(
    id: OperationId,
    row: OperationRow,
    input: AnyInput,
    options: CallOptions,
  ): PlainRequest {
    const version = this.#versionOf(row, options);
    return buildRequest(id, version, input);
  }

  /** Returns the caller's version if the method has it, including versions never chosen automatically. */
  #versionOf(row: OperationRow, { version }: Pick<CallOptions, 'version'>): Version {
    const isNamed = version !== undefined && isAvailable(row, version);
    return isNamed ? version : versionFor(row, version ?? this.preferredVersion);
  }

  async #send(
    request: PlainRequest,
    row: OperationRow,
    options: CallOptions,
  ): Promise<WireResponse> {
    const answer = await this.#transport.send(request, sendOptions(request, row, options));
    if (isSuccess(answer)) {
      options.onHeaders?.(answer.headers);
      return answer;
    }
    throw await readError(answer, this.#clock.now(), callsModel(request));
  }
}

/** Treats 404 after a retried DELETE as success: an earlier attempt deleted the resource. */
function isAlreadyDeleted({ verb }: OperationRow, error: unknown): JsonObject {
  // The API returns PERMISSION_DENIED for resources that don't exist.
  const isGone =
    error instanceof ServiceError && (error.httpStatus === 404 || error.reason === 'permission');
  if (verb === 'DELETE' && isGone) return {};
  throw error;
}

function sendOptions(
  request: PlainRequest,
  row: Pick<OperationRow, 'slow'>,
  { signal, timeoutMs }: CallOptions,
): SendOptions {
  return {
    timeoutMs: timeoutMs ?? (row.slow ? SLOW_TIMEOUT : TIMEOUT),
    stream: isStream(request),
    ...(signal ? { signal } : {}),
  };
}
