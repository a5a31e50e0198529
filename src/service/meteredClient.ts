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
import { TransportError } from '../api/errors';
import type { OperationId } from '../api/operations';
import type { CallInput, PlainRequest, RequestName } from '../api/request';
import type { SendOptions, WireResponse } from '../api/transport';
import type { UploadOptions } from '../api/upload/upload';
import type { Version } from '../api/versions';
import { AppError } from '../base/errors';
import { isObject, type JsonObject, tryParse } from '../base/json';
import type { RunningSpend } from '../catalog/spend/guard';
import type { OpenClient } from './clients';

/** A request that may cost something. */
export interface MeteredRequest {
  readonly operation: RequestName;
  /** Model name, or the path that may contain one. */
  readonly model?: string | undefined;
  readonly path?: string;
  readonly body: JsonObject;
}

/** Returns undefined if the request is free. Throws `AppError` (`spendCap`) if it must not be sent. */
export type Meter = (request: MeteredRequest) => Promise<RunningSpend | undefined>;

/** Opens clients whose requests are counted, except those to an emulator. */
export function openMetered(
  open: OpenClient,
  meterOf: (connection: string | undefined) => Meter,
): OpenClient {
  return async (target) => {
    const client = await open(target);
    return target.isEmulator === true
      ? client
      : new MeteredClient(client, meterOf(target.connection));
  };
}

class MeteredClient implements Client {
  readonly #client: Client;
  readonly #meter: Meter;

  constructor(client: Client, meter: Meter) {
    this.#client = client;
    this.#meter = meter;
  }

  get preferredVersion(): Version {
    return this.#client.preferredVersion;
  }

  async call<I extends OperationId>(
    id: I,
    input: CallInput<I>,
    options?: CallOptions,
  ): Promise<CallOutput<I>> {
    const spend = await this.#meter(requestOf(id, input));
    return await settled(spend, () => this.#client.call(id, input, options));
  }

  stream<I extends StreamId>(
    id: I,
    input: CallInput<I>,
    options?: CallOptions,
  ): AsyncIterable<StreamOutput<I>> {
    return metered(this.#client.stream(id, input, options), () =>
      this.#meter(requestOf(id, input)),
    );
  }

  pages<I extends PagedId>(
    id: I,
    input: CallInput<I>,
    options?: CallOptions,
  ): AsyncIterable<CallOutput<I>> {
    return this.#client.pages(id, input, options);
  }

  async upload<I extends UploadId>(
    id: I,
    input: UploadInput<I>,
    options?: UploadOptions,
  ): Promise<CallOutput<I>> {
    const spend = await this.#meter(requestOf(id, input));
    return await settled(spend, () => this.#client.upload(id, input, options));
  }

  async exchange(request: PlainRequest, options?: SendOptions): Promise<WireResponse> {
    const { operation, path, body = {} } = request;
    const spend = await this.#meter({ operation, path, body });
    if (!spend) return await this.#client.exchange(request, options);
    try {
      const response = await this.#client.exchange(request, options);
      if (response.status >= 400) spend.release();
      else return { ...response, body: await meteredBody(response, spend) };
      return response;
    } catch (error) {
      end(spend, error);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

function requestOf(operation: OperationId, input: unknown): MeteredRequest {
  const { model, body } = isObject(input) ? input : {};
  const named = typeof model === 'string' ? model : undefined;
  return { operation, model: named, body: isObject(body) ? body : {} };
}

async function settled<T>(spend: RunningSpend | undefined, send: () => Promise<T>): Promise<T> {
  if (!spend) return await send();
  try {
    const output = await send();
    spend.add(output);
    spend.settle(true);
    return output;
  } catch (error) {
    end(spend, error);
    throw error;
  }
}

/** Reasons of requests that the API didn't get. */
const UNSENT: readonly unknown[] = [
  'unreachable',
  'dns',
  'refused',
  'certificate',
  'proxy',
  'redirect',
  'badCredential',
];

/**
 * Error responses, and errors before sending, are free. A canceled or broken request may have been
 * answered.
 */
function end(spend: RunningSpend, error: unknown): void {
  const isFree =
    error instanceof TransportError ? UNSENT.includes(error.reason) : error instanceof AppError;
  if (isFree) spend.release();
  else spend.settle(false);
}

// Not a generator, which would add an async step per chunk.
function metered<T>(
  pieces: AsyncIterable<T>,
  meter: () => Promise<RunningSpend | undefined>,
): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = pieces[Symbol.asyncIterator]();
      let spend: RunningSpend | undefined;
      let hasPiece = false;
      const seen = (piece: IteratorResult<T>): IteratorResult<T> => {
        if (piece.done === true) spend?.settle(true);
        else spend?.add(piece.value);
        hasPiece = true;
        return piece;
      };
      const failed = (error: unknown): never => {
        if (hasPiece) spend?.settle(false);
        else if (spend) end(spend, error);
        throw error;
      };
      const next = (): Promise<IteratorResult<T>> => iterator.next().then(seen, failed);
      let begun: Promise<void> | undefined;
      let isOpen = false;
      return {
        next: () => {
          if (isOpen) return next();
          begun ??= meter().then((found) => {
            spend = found;
            isOpen = true;
          });
          return begun.then(next);
        },
        return: async (value?: unknown) => {
          spend?.settle(false);
          return (await iterator.return?.(value)) ?? { done: true, value };
        },
      };
    },
  };
}

async function meteredBody(
  response: WireResponse,
  spend: RunningSpend,
): Promise<AsyncIterable<Uint8Array>> {
  const { StreamDecoder } = await import('../api/streamDecoder');
  return (async function* read(): AsyncGenerator<Uint8Array> {
    const decoder = new StreamDecoder(response);
    let isReadable = true;
    const add = (texts: () => readonly string[]): void => {
      if (!isReadable) return;
      try {
        for (const text of texts()) spend.add(tryParse(text));
      } catch {
        // Neither events nor JSON.
        isReadable = false;
      }
    };
    try {
      for await (const chunk of response.body) {
        add(() => decoder.push(chunk));
        yield chunk;
      }
      add(() => decoder.end());
      spend.settle(true);
    } finally {
      spend.settle(false);
    }
  })();
}
