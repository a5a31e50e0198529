import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../base/clock';
import { CancelledError, type AppError } from '../../base/errors';
import { isSuccess } from '../body';
import type { TransportError } from '../errors/transportError';
import type { Recording } from '../recording';
import { redact, type Redactor } from '../redact';
import { targetOf, type PlainRequest } from '../request';
import type { ExchangeFacts, WireAnswer } from '../transport';
import { decompress } from './decompress';
import { HttpExchange, type ExchangeObserver } from './exchange';
import { networkError } from './networkError';
import { OutgoingBody } from './outgoing';
import { outcomeOf } from './outcome';
import { isRedirect, MOST_REDIRECTS, redirectTarget, tooManyRedirects } from './redirect';
import { Watchdog, type WatchdogLimits } from './watchdog';

export interface Prepared {
  readonly dispatcher: Dispatcher;
  /** Of this request alone. */
  readonly headers: Record<string, string>;
  readonly redact: Redactor;
  /** Host and port of the proxy in between. */
  readonly proxy?: string | undefined;
}

/** What of a request stands in its first line. */
export type Target = Pick<PlainRequest, 'method' | 'path' | 'query' | 'upload'>;

export interface SendJob {
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
    const { request, clock } = this.#job;
    const content = request.upload?.content;
    if (!content || content.length === 0) return undefined;
    return (this.#outgoing = new OutgoingBody(content, clock, {
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
