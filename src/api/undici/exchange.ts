import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { CancelledError, errorCode } from '../../base/errors';
import { TransportError } from '../errors';
import { incomplete } from '../pieces';

export interface Head {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
}

export interface ExchangeObserver {
  onWait(waiting: boolean): void;
  onBytes(bytes: Uint8Array): void;
  /** Converts an error for the reader; `answering` is true once the head has arrived. */
  explain(error: unknown, answering: boolean): Error;
  /** Called once at the end; `error` is undefined after a complete body. */
  onEnd(exchange: HttpExchange, error: Error | undefined): void;
}

// Maximum buffered bytes before the socket is paused.
const HIGH_WATER = 256 * 1024;
// In bytes. Smaller chunks are merged, because each read costs more than the copy.
const SMALL = 4096;

/**
 * A running HTTP request: the head as a promise, the body as chunks. Leaving the body early or aborting closes the
 * socket. Single consumer.
 */
export class HttpExchange
  implements Dispatcher.DispatchHandler, AsyncIterableIterator<Uint8Array, undefined>
{
  readonly head: Promise<Head>;
  readonly #observer: ExchangeObserver;
  readonly #resolveHead: (head: Head) => void;
  readonly #rejectHead: (error: Error) => void;
  #answering = false;
  #controller: Dispatcher.DispatchController | undefined;
  #chunks: Buffer[] = [];
  #queued = 0;
  #ended = false;
  #failure: Error | undefined;
  #waiter: PromiseWithResolvers<IteratorResult<Uint8Array, undefined>> | undefined;

  constructor(observer: ExchangeObserver) {
    this.#observer = observer;
    const head = Promise.withResolvers<Head>();
    this.head = head.promise;
    this.#resolveHead = head.resolve;
    this.#rejectHead = head.reject;
  }

  get ended(): boolean {
    return this.#ended;
  }

  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Ends the request: the head or next read throws `reason`. */
  abort(reason: Error): void {
    if (this.#ended) return;
    this.#chunks = [];
    this.#fail(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Aborted while waiting for a connection, so nothing was sent.
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: { readonly [name: string]: string | string[] | undefined },
  ): void {
    if (status < 200) return;
    this.#answering = true;
    this.#resolveHead({ status, headers: flat(headers) });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended || chunk.length === 0) return;
    this.#observer.onBytes(chunk);
    if (this.#waiter) {
      this.#settle({ value: chunk, done: false });
      return;
    }
    this.#chunks.push(chunk);
    this.#queued += chunk.length;
    if (this.#queued > HIGH_WATER) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#observer.onEnd(this, undefined);
    this.#settle({ value: undefined, done: true });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#chunks.length > 0) {
      return Promise.resolve({ value: this.#takeChunks(), done: false });
    }
    if (this.#failure) return Promise.reject(this.#failure);
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    this.#waiter = Promise.withResolvers();
    this.#observer.onWait(true);
    return this.#waiter.promise;
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.abort(new CancelledError());
    return Promise.resolve({ value: undefined, done: true });
  }

  #takeChunks(): Uint8Array {
    const chunks = this.#chunks;
    const together = chunks.length > 1 && this.#queued < SMALL * chunks.length;
    const taken = together ? Buffer.concat(chunks, this.#queued) : chunks.shift();
    if (together) this.#chunks = [];
    this.#queued -= taken?.length ?? 0;
    if (this.#queued < HIGH_WATER && this.#controller?.paused) this.#controller.resume();
    return taken ?? Buffer.alloc(0);
  }

  #fail(cause: Error): void {
    if (this.#ended) return;
    const error = this.#observer.explain(cause, this.#answering);
    this.#ended = true;
    this.#failure = error;
    this.#observer.onEnd(this, error);
    this.#rejectHead(error);
    const waiter = this.#waiter;
    this.#waiter = undefined;
    waiter?.reject(error);
  }

  #settle(result: IteratorResult<Uint8Array, undefined>): void {
    const waiter = this.#waiter;
    if (!waiter) return;
    this.#waiter = undefined;
    this.#observer.onWait(false);
    waiter.resolve(result);
  }
}

type RawHeaders = { readonly [name: string]: string | string[] | undefined };

function flat(headers: RawHeaders): Head['headers'] {
  if (isFlat(headers)) return headers;
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  return Object.fromEntries(entries) as Head['headers'];
}

function isFlat(headers: RawHeaders): headers is Head['headers'] {
  for (const name in headers) if (typeof headers[name] !== 'string') return false;
  return true;
}

/**
 * Streams gzip decompression without delaying flushed data. Rejects other encodings by name, which must be free of
 * secrets.
 */
export function decompress(
  body: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncIterable<Uint8Array> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  if (name === 'gzip' || name === 'x-gzip') return gunzip(body);
  throw new TransportError('notJson', `The response has the unsupported encoding ${name}.`, {
    hint: 'Check the connection’s endpoint and the proxy.',
  });
}

async function* gunzip(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const unzipped = createGunzip({ flush: constants.Z_SYNC_FLUSH });
  const source = Readable.from(body, { objectMode: false });
  // Errors surface in the loop below; the callback only prevents an unhandled rejection.
  pipeline(source, unzipped, () => undefined);
  try {
    for await (const chunk of unzipped) yield chunk as Buffer;
  } catch (error) {
    throw isZlibError(error) ? incomplete(error) : error;
  }
}

function isZlibError(error: unknown): boolean {
  return errorCode(error)?.startsWith('Z_') === true;
}
