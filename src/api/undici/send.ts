import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { type AppError, CancelledError } from '../../base/errors';
import { isSuccess } from '../body';
import { TransportError } from '../errors';
import type { Recording } from '../recording';
import { redact, type Redactor } from '../redact';
import { type PlainRequest, targetOf } from '../request';
import type { Exchange, ExchangeFacts, WireResponse } from '../transport';
import { decompress, type ExchangeObserver, type Head, HttpExchange } from './exchange';
import { networkError } from './networkError';
import { OutgoingBody } from './outgoing';

export interface Sender {
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean;
  destroy(): Promise<void>;
}

export interface Prepared {
  readonly dispatcher: Sender;
  readonly headers: Record<string, string>;
  readonly redact: Redactor;
  readonly proxy?: string | undefined;
}

export type Target = Pick<PlainRequest, 'method' | 'path' | 'query' | 'upload'>;

interface SendJob {
  readonly request: Target;
  readonly endpoint: URL;
  readonly body: Buffer | undefined;
  readonly stream: boolean;
  readonly clock: Clock;
  readonly limits: WatchdogLimits;
  readonly recording?: Recording | undefined;
  readonly prepare: (signal: AbortSignal) => Promise<Prepared>;
  /** Called once at the end; `error` is undefined after a complete response. */
  readonly onEnd: (send: RunningSend, error: unknown) => void;
}

/** A running request, from getting the credential to the last body byte, including redirects. */
export class RunningSend implements ExchangeObserver {
  readonly #job: SendJob;
  readonly #watchdog: Watchdog;
  readonly #abortion = new AbortController();
  readonly #startedAt: number;
  readonly #startedMonotonic: number;
  #giveUp: ((reason: Error) => void) | undefined;
  #exchange: HttpExchange | undefined;
  #answering: HttpExchange | undefined;
  #outgoing: OutgoingBody | undefined;
  #removeListener: (() => void) | undefined;
  #redact: Redactor = redact;
  #proxy: string | undefined;
  #status: number | undefined;
  #received = 0;
  #sent = 0;
  #isOnItsWay = false;
  #over = false;

  constructor(job: SendJob) {
    this.#job = job;
    this.#startedAt = job.clock.now();
    this.#startedMonotonic = job.clock.monotonic();
    this.#watchdog = new Watchdog(job.clock, job.limits, (error) => this.abort(error));
  }

  abort(reason: CancelledError | TransportError): void {
    if (this.#over) return;
    this.#abortion.abort(reason);
    this.#giveUp?.(reason);
    this.#exchange?.abort(reason);
    this.#end(reason);
  }

  async run(signal: AbortSignal | undefined): Promise<WireResponse> {
    this.#listen(signal);
    // Streamed uploads have no deadline, only an idle limit.
    if (this.#job.request.upload?.content) this.#watchStill();
    try {
      const prepared = await this.#prepare();
      this.#redact = prepared.redact;
      this.#proxy = prepared.proxy;
      this.#job.recording?.begin(prepared.headers, prepared.redact);
      const exchange = await this.#answer(prepared);
      const { status, headers } = await exchange.head;
      this.#watchdog.endWait();
      // Only thinking models may delay the first bytes; errors arrive at once.
      if (!this.#job.stream || !isSuccess({ status })) this.#watchdog.watchIdle();
      this.#answering = exchange;
      if (exchange.ended) this.#end(exchange.failure);
      const encoding = headers['content-encoding'] ?? '';
      const body = encoding === '' ? exchange : decompress(exchange, this.#redact(encoding));
      return { status, headers, body, redact: this.#redact };
    } catch (error) {
      const failure = this.explain(error, false);
      this.#exchange?.abort(failure);
      this.#end(failure);
      throw failure;
    }
  }

  onWait(waiting: boolean): void {
    if (waiting) this.#watchdog.beginWait();
    else this.#watchdog.endWait();
  }

  onBytes(bytes: Uint8Array): void {
    if (this.#received === 0) this.#watchdog.watchIdle();
    this.#received += bytes.length;
    this.#job.recording?.add(bytes);
  }

  onEnd(exchange: HttpExchange, error: Error | undefined): void {
    if (exchange === this.#answering) this.#end(error);
  }

  explain(error: unknown, answering: boolean): AppError | CancelledError {
    const { host } = this.#job.endpoint;
    return networkError(error, { host, answering, redact: this.#redact });
  }

  #prepare(): Promise<Prepared> {
    const work = this.#job.prepare(this.#abortion.signal);
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      work.then(resolve, reject);
    });
  }

  async #answer(prepared: Prepared): Promise<HttpExchange> {
    const { request, endpoint } = this.#job;
    let path = targetOf(request);
    for (let redirects = 0; ; redirects += 1) {
      this.#abortion.signal.throwIfAborted();
      this.#status = undefined;
      const exchange = this.#start(prepared, path);
      const head = await exchange.head;
      this.#status = head.status;
      this.#job.recording?.answer(head.headers);
      if (!isRedirect(head)) return exchange;
      const from = new URL(path, endpoint);
      const target = redirectTarget(head, from, request.method, this.#redact);
      if (redirects === MAX_REDIRECTS) throw tooManyRedirects(endpoint.host);
      exchange.abort(new CancelledError());
      path = target.pathname + target.search;
    }
  }

  #start({ dispatcher, headers }: Prepared, path: string): HttpExchange {
    const exchange = new HttpExchange(this);
    this.#exchange = exchange;
    const { body, endpoint, request } = this.#job;
    this.#sent += body?.length ?? 0;
    this.#isOnItsWay = true;
    const outgoing = this.#stream();
    dispatcher.dispatch(
      {
        origin: endpoint.origin,
        path,
        method: request.method,
        headers,
        body:
          (outgoing as AsyncIterable<Uint8Array> | undefined as Readable | undefined) ??
          body ??
          null,
      },
      exchange,
    );
    return exchange;
  }

  /** Returns the upload body. Streamed once, so uploads don't follow redirects. */
  #stream(): OutgoingBody | undefined {
    const { request } = this.#job;
    const content = request.upload?.content;
    if (!content || content.length === 0) return undefined;
    return (this.#outgoing = new OutgoingBody(content, {
      onTaken: (bytes) => {
        this.#sent += bytes;
        this.#watchdog.endWait();
        content.onTaken?.(bytes);
      },
      onGiven: () => this.#watchdog.beginWait(),
    }));
  }

  #watchStill(): void {
    this.#watchdog.watchIdle();
    this.#watchdog.beginWait();
  }

  #listen(signal: AbortSignal | undefined): void {
    if (!signal) return;
    const onAbort = (): void => this.abort(new CancelledError(signal.reason));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    this.#removeListener = () => signal.removeEventListener('abort', onAbort);
  }

  #end(error: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#watchdog.dispose();
    this.#outgoing?.stop();
    this.#removeListener?.();
    this.#job.onEnd(this, error);
  }

  summary(error: unknown): ExchangeFacts {
    const { request, endpoint, clock } = this.#job;
    return {
      method: request.method,
      host: endpoint.host,
      ...(this.#proxy === undefined ? {} : { proxy: this.#proxy }),
      // A path may contain pasted secrets.
      path: this.#redact(request.path),
      ...(this.#status === undefined ? {} : { status: this.#status }),
      startedAt: this.#startedAt,
      durationMs: clock.monotonic() - this.#startedMonotonic,
      bytesSent: this.#sent,
      bytesReceived: this.#received,
      outcome: outcomeOf(error),
      ...(this.#isOnItsWay ? {} : { unsent: true as const }),
    };
  }
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** Fewer than in browsers and curl, because the API never redirects. */
const MAX_REDIRECTS = 5;

function isRedirect(head: Head): boolean {
  return REDIRECTS.includes(head.status);
}

/**
 * Resolves a redirect. Only same-origin GET is followed, to protect credentials and avoid duplicate POSTs. Throws
 * `TransportError` (`redirect`) otherwise.
 */
function redirectTarget(
  head: Head,
  from: URL,
  method: PlainRequest['method'],
  redact: Redactor,
): URL {
  const location = head.headers.location ?? '';
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (!target || location === '') throw refuse(`${from.host} sent a redirect without a valid URL.`);
  if (target.origin !== from.origin) {
    // URL parsing lowercases hosts, which would hide secrets from redaction.
    const isClean = redact(location) === location;
    const named = target.host === '' ? target.protocol : target.origin;
    const place = isClean ? named : 'another host';
    throw refuse(
      `${from.host} redirected to ${place}. To protect your credentials, the redirect wasn’t followed.`,
    );
  }
  if (method !== 'GET')
    throw refuse(
      `${from.host} redirected a ${method} request, but only GET redirects are followed.`,
    );
  return target;
}

function tooManyRedirects(host: string): TransportError {
  return new TransportError('redirect', `${host} redirected more than ${MAX_REDIRECTS} times.`, {
    hint: 'Check the connection’s endpoint.',
  });
}

function refuse(message: string): TransportError {
  return new TransportError('redirect', message, {
    hint: 'Check the connection’s endpoint. Your network may also require you to sign in.',
  });
}

function outcomeOf(error: unknown): Exchange['outcome'] {
  if (error === undefined) return 'answered';
  if (error instanceof TransportError) return error.reason;
  return CancelledError.is(error) ? 'cancelled' : 'failed';
}

interface WatchdogLimits {
  readonly timeoutMs: number | undefined;
  /** Maximum wait for the next bytes in ms, after `watchIdle`. */
  readonly idleMs: number;
}

/** Enforces deadline and idle limit with at most two timers, not one per chunk. */
class Watchdog implements Disposable {
  readonly #clock: Clock;
  readonly #limits: WatchdogLimits;
  readonly #expire: (error: TransportError) => void;
  readonly #deadline: Disposable | undefined;
  #idle: Disposable | undefined;
  #waitingSince: number | undefined;
  #watchesIdle = false;
  #disposed = false;

  constructor(clock: Clock, limits: WatchdogLimits, expire: (error: TransportError) => void) {
    this.#clock = clock;
    this.#limits = limits;
    this.#expire = expire;
    const { timeoutMs } = limits;
    if (timeoutMs === undefined) return;
    this.#deadline = clock.schedule(timeoutMs, () => expire(timedOut(timeoutMs)));
  }

  /** Applies the idle limit to all following waits. */
  watchIdle(): void {
    this.#watchesIdle = true;
  }

  /** Starts the idle limit only while the reader waits: a slow reader isn't an error. */
  beginWait(): void {
    this.#waitingSince = this.#clock.monotonic();
    if (this.#watchesIdle) this.#watchWait();
  }

  endWait(): void {
    this.#waitingSince = undefined;
  }

  dispose(): void {
    this.#disposed = true;
    this.#deadline?.dispose();
    this.#idle?.dispose();
  }

  /** A running timer rechecks the current wait when it fires. */
  #watchWait(): void {
    if (!this.#idle && !this.#disposed) this.#scheduleIdle(this.#limits.idleMs);
  }

  #scheduleIdle(ms: number): void {
    this.#idle = this.#clock.schedule(ms, () => {
      this.#idle = undefined;
      if (this.#waitingSince === undefined) return;
      const { idleMs } = this.#limits;
      const waited = this.#clock.monotonic() - this.#waitingSince;
      if (waited >= idleMs) this.#expire(idleError(idleMs));
      else this.#scheduleIdle(idleMs - waited);
    });
  }
}

function timedOut(ms: number): TransportError {
  return new TransportError('timeout', `The response wasn’t complete after ${seconds(ms)}.`, {
    hint: 'Try again. A shorter prompt can help.',
  });
}

function idleError(ms: number): TransportError {
  return new TransportError('idle', `No data was received for ${seconds(ms)}.`, {
    hint: 'The partial response is still available. Check your network and try again.',
  });
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}
