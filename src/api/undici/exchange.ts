import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { CancelledError, errorCode } from '../../base/errors';
import { TransportError } from '../errors';
import { incomplete } from '../pieces';

/** The head of an answer. */
export interface Head {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
}

/** The owner of an exchange, who watches it while it runs. */
export interface ExchangeObserver {
  /** The reader waits for bytes, or got some. */
  onWait(waiting: boolean): void;
  onBytes(bytes: Uint8Array): void;
  /** What the reader is told of a failure; `answering` once the head has come. */
  explain(error: unknown, answering: boolean): Error;
  /** Once, when nothing more will happen; `error` is undefined after a whole body. */
  onEnd(exchange: HttpExchange, error: Error | undefined): void;
}

// Bytes that may wait for the reader before the socket is paused.
const HIGH_WATER = 256 * 1024;
// Bytes; below it, waiting chunks are handed over together: a server that flushes every event sends
// many small ones, and each turn of the reader costs more than the copy.
const SMALL = 4096;

/**
 * One request on a dispatcher: the head as a promise, the body as chunks. Leaving the body early, or
 * aborting, closes the socket at once. For one reader.
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

  /** Nothing more comes, though perhaps what came is not read yet. */
  get ended(): boolean {
    return this.#ended;
  }

  /** What ended it before the body was whole. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Ends it: the head, or the next read of the body, throws `reason`. */
  abort(reason: Error): void {
    if (this.#ended) return;
    this.#chunks = [];
    this.#fail(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Aborted while it waited for a connection: nothing is sent.
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
    // What came before a failure is handed over first; an abort has emptied it.
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

/** One text per name. undici gives the names in lower case, and almost always one text already. */
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
 * Undoes gzip as it arrives: what the server flushed comes out at once. Other encodings were not asked
 * for and are refused by their name, which must be free of secrets.
 */
export function decompress(
  body: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncIterable<Uint8Array> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  if (name === 'gzip' || name === 'x-gzip') return gunzip(body);
  throw new TransportError(
    'notJson',
    `The answer is encoded as ${name}, which was not asked for.`,
    {
      hint: 'Check the endpoint of the connection and the proxy.',
    },
  );
}

async function* gunzip(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const unzipped = createGunzip({ flush: constants.Z_SYNC_FLUSH });
  const source = Readable.from(body, { objectMode: false });
  // Failures come out of the loop below; the callback only keeps them from being thrown twice.
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
