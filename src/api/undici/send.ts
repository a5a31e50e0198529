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
import type { Exchange, ExchangeFacts, WireAnswer } from '../transport';
import { decompress, type ExchangeObserver, type Head, HttpExchange } from './exchange';
import { networkError } from './networkError';
import { OutgoingBody } from './outgoing';

/** Sends a request and tells of its answer, as a dispatcher of undici does. */
export interface Sender {
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean;
  destroy(): Promise<void>;
}

export interface Prepared {
  readonly dispatcher: Sender;
  /** Of this request alone. */
  readonly headers: Record<string, string>;
  readonly redact: Redactor;
  /** Host and port of the proxy in between. */
  readonly proxy?: string | undefined;
}

/** What of a request stands in its first line. */
export type Target = Pick<PlainRequest, 'method' | 'path' | 'query' | 'upload'>;

interface SendJob {
  readonly request: Target;
  readonly endpoint: URL;
  readonly body: Buffer | undefined;
  readonly stream: boolean;
  readonly clock: Clock;
  readonly limits: WatchdogLimits;
  /** Takes what is on the wire, for those who want to see it. */
  readonly recording?: Recording | undefined;
  /** Finds the connections and the credential. */
  readonly prepare: (signal: AbortSignal) => Promise<Prepared>;
  /** Once, when it is over; `error` is undefined where the answer came whole. */
  readonly onEnd: (send: RunningSend, error: unknown) => void;
}

/** One request on its way, redirects included, from the credential to the last byte of the body. */
export class RunningSend implements ExchangeObserver {
  readonly #job: SendJob;
  readonly #watchdog: Watchdog;
  readonly #abortion = new AbortController();
  readonly #startedAt: number;
  readonly #startedMonotonic: number;
  /** Ends the wait for the credential and the connections. */
  #giveUp: ((reason: Error) => void) | undefined;
  #exchange: HttpExchange | undefined;
  /** The exchange whose answer is handed out, not a redirect. */
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

  /** Ends it at once, wherever it is; what waits for it throws `reason`. */
  abort(reason: CancelledError | TransportError): void {
    if (this.#over) return;
    this.#abortion.abort(reason);
    this.#giveUp?.(reason);
    this.#exchange?.abort(reason);
    this.#end(reason);
  }

  async run(signal: AbortSignal | undefined): Promise<WireAnswer> {
    this.#listen(signal);
    // There is no deadline for what is read while it is sent, but nothing may stand still.
    if (this.#job.request.upload?.content) this.#watchStill();
    try {
      const prepared = await this.#prepare();
      this.#redact = prepared.redact;
      this.#proxy = prepared.proxy;
      this.#job.recording?.begin(prepared.headers, prepared.redact);
      const exchange = await this.#answer(prepared);
      const { status, headers } = await exchange.head;
      this.#watchdog.endWait();
      // Only a model that thinks may keep us waiting for its first bytes; an error comes at once.
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

  /** The exchange, after redirects, whose head has come. */
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
      if (redirects === MOST_REDIRECTS) throw tooManyRedirects(endpoint.host);
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
        // undici takes every iterable, as `request` of its own types says.
        body:
          (outgoing as AsyncIterable<Uint8Array> | undefined as Readable | undefined) ??
          body ??
          null,
      },
      exchange,
    );
    return exchange;
  }

  /** The body of an upload. It goes out once: there is no redirect to follow with it. */
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

  /** What there is to tell about it, once it is over. */
  summary(error: unknown): ExchangeFacts {
    const { request, endpoint, clock } = this.#job;
    return {
      method: request.method,
      host: endpoint.host,
      ...(this.#proxy === undefined ? {} : { proxy: this.#proxy }),
      // A name may be anything, also what was pasted into the wrong place.
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

/** As browsers and curl have it, less: the service redirects nobody. */
const MOST_REDIRECTS = 5;

function isRedirect(head: Head): boolean {
  return REDIRECTS.includes(head.status);
}

/**
 * Where a redirect leads. Only a GET within the same origin is followed: elsewhere the credential would go
 * to somebody else, and a POST could do its work twice. Throws `TransportError` (`redirect`) for every other one.
 */
function redirectTarget(
  head: Head,
  from: URL,
  method: PlainRequest['method'],
  redact: Redactor,
): URL {
  const location = head.headers.location ?? '';
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (!target || location === '') throw refuse(`${from.host} redirected to nowhere.`);
  if (target.origin !== from.origin) {
    // A host is in lower case, where a secret is no longer found.
    const isClean = redact(location) === location;
    const named = target.host === '' ? target.protocol : target.origin;
    const place = isClean ? named : 'another place';
    throw refuse(
      `${from.host} redirected to ${place}, which was not followed: it would get the credential.`,
    );
  }
  if (method !== 'GET') throw refuse(`${from.host} redirected a ${method}, which is not repeated.`);
  return target;
}

function tooManyRedirects(host: string): TransportError {
  return new TransportError('redirect', `${host} redirected more than ${MOST_REDIRECTS} times.`, {
    hint: 'Check the endpoint of the connection.',
  });
}

function refuse(message: string): TransportError {
  return new TransportError('redirect', message, {
    hint: 'Check the endpoint of the connection; the network may also want you to sign in first.',
  });
}

/** How an exchange ended, for those who watch the traffic, by what ended it; undefined after a whole body. */
function outcomeOf(error: unknown): Exchange['outcome'] {
  if (error === undefined) return 'answered';
  if (error instanceof TransportError) return error.reason;
  return CancelledError.is(error) ? 'cancelled' : 'failed';
}

interface WatchdogLimits {
  /** Milliseconds until everything must be there; undefined where it may take as long as it goes on. */
  readonly timeoutMs: number | undefined;
  /** Milliseconds that a wait for the next bytes may take, once `watchIdle` was called. */
  readonly idleMs: number;
}

/**
 * Ends an exchange that takes too long. Two timers at most, none per piece of a body; and only one where
 * the body comes with its head, as most do.
 */
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

  /** A wait that begins from now on may not be longer than the idle limit. */
  watchIdle(): void {
    this.#watchesIdle = true;
  }

  /** The reader wants bytes and there are none. A reader that wants none is no reason to end. */
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

  /** A timer that already runs looks itself how long the wait of its time is. */
  #watchWait(): void {
    if (!this.#idle && !this.#disposed) this.#scheduleIdle(this.#limits.idleMs);
  }

  #scheduleIdle(ms: number): void {
    this.#idle = this.#clock.schedule(ms, () => {
      this.#idle = undefined;
      if (this.#waitingSince === undefined) return;
      const { idleMs } = this.#limits;
      const waited = this.#clock.monotonic() - this.#waitingSince;
      if (waited >= idleMs) this.#expire(stoodStill(idleMs));
      else this.#scheduleIdle(idleMs - waited);
    });
  }
}

function timedOut(ms: number): TransportError {
  return new TransportError('timeout', `The answer was not complete after ${seconds(ms)}.`, {
    hint: 'Try again; a shorter prompt is answered sooner.',
  });
}

function stoodStill(ms: number): TransportError {
  return new TransportError('idle', `The connection stood still for ${seconds(ms)}.`, {
    hint: 'What came before is kept. Check the network and try again.',
  });
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}
