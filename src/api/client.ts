import { isSuccess, readError, readJson } from './body';
import type { CallInput, CallOptions, CallOutput, Client, PagedId, StreamId } from './call';
import { operationRow, versionFor, type OperationId } from './operations';
import type { OperationRow } from './operations/row';
import { nextPageToken } from './paging';
import { buildRequest } from './request';
import { PieceStream } from './stream';
import type { SendOptions, Transport, WireAnswer } from './transport';
import type { Version } from './versions';

// Milliseconds; the service's own limits (its gRPC configuration).
const TIMEOUT = 60_000;
const SLOW_TIMEOUT = 600_000;

export interface ClientOptions {
  readonly transport: Transport;
  readonly preferredVersion: Version;
}

/** A client over a transport. It owns the transport: closing one closes the other. */
export function createClient(options: ClientOptions): Client {
  return new TableClient(options.transport, options.preferredVersion);
}

class TableClient implements Client {
  readonly preferredVersion: Version;
  readonly #transport: Transport;

  constructor(transport: Transport, preferredVersion: Version) {
    this.#transport = transport;
    this.preferredVersion = preferredVersion;
  }

  async call<I extends OperationId>(
    id: I,
    input: CallInput<I>,
    options: CallOptions = {},
  ): Promise<CallOutput<I>> {
    const answer = await this.#send(id, input, options);
    // What the service answers is taken as its own table says: every field is optional there.
    return (await readJson(answer)) as CallOutput<I>;
  }

  stream<I extends StreamId>(
    id: I,
    input: CallInput<I>,
    options: CallOptions = {},
  ): AsyncIterableIterator<CallOutput<I>> {
    const pieces = new PieceStream(
      (signal) => this.#send(id, input, { ...options, signal }),
      options.signal,
    );
    // As in `call`: the table says what the pieces are.
    return pieces as AsyncIterableIterator<unknown> as AsyncIterableIterator<CallOutput<I>>;
  }

  async *pages<I extends PagedId>(
    id: I,
    input: CallInput<I>,
    options: CallOptions = {},
  ): AsyncGenerator<CallOutput<I>, void, undefined> {
    let token: string | undefined;
    do {
      const next = token === undefined ? input : { ...input, pageToken: token };
      const page = await this.call(id, next, options);
      yield page;
      token = nextPageToken(page, token);
    } while (token !== undefined);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #send<I extends OperationId>(
    id: I,
    input: CallInput<I>,
    options: CallOptions,
  ): Promise<WireAnswer> {
    const row = operationRow(id);
    const version = versionFor(row, options.version ?? this.preferredVersion);
    const request = buildRequest(id, version, input);
    const answer = await this.#transport.send(request, sendOptions(row, options));
    if (isSuccess(answer)) return answer;
    throw await readError(answer);
  }
}

function sendOptions(row: OperationRow, { signal }: CallOptions): SendOptions {
  return {
    timeoutMs: row.slow ? SLOW_TIMEOUT : TIMEOUT,
    stream: row.stream === true,
    ...(signal ? { signal } : {}),
  };
}
