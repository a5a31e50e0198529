import type { Dispatcher } from 'undici';
import type { Clock } from '../../base/clock';
import { CancelledError } from '../../base/errors';
import { TransportError } from '../errors/transportError';
import { redact, type Redactor } from '../redact';
import type { PlainRequest } from '../request';
import type { Exchange, WireAnswer } from '../transport';
import { decompress } from './decompress';
import { HttpExchange, type Head } from './exchange';
import { networkError } from './networkError';
import { redirectTarget } from './redirect';
import { Watchdog, type WatchdogLimits } from './watchdog';

export interface Prepared {
  readonly dispatcher: Dispatcher;
  readonly headers: Record<string, string>;
  readonly redact: Redactor;
}

export interface SendJob {
  readonly request: PlainRequest;
  readonly endpoint: URL;
  readonly body: Buffer | undefined;
  readonly stream: boolean;
  readonly clock: Clock;
  readonly limits: WatchdogLimits;
  /** Finds the connections and the credential. */
  readonly prepare: (signal: AbortSignal) => Promise<Prepared>;
  readonly onEnd: (exchange: Exchange) => void;
}

// As browsers and curl have it, less: the service redirects nobody.
const MOST_REDIRECTS = 5;

/** One request on its way, redirects included, from the credential to the last byte of the body. */
export class RunningSend {
  readonly #job: SendJob;
  readonly #watchdog: Watchdog;
  readonly #abortion = new AbortController();
  readonly #startedAt: number;
  readonly #startedMonotonic: number;
  #exchange: HttpExchange | undefined;
  /** The exchange whose answer is handed out, not a redirect. */
  #answering: HttpExchange | undefined;
  #removeListener: (() => void) | undefined;
  #redact: Redactor = redact;
  #status: number | undefined;
  #received = 0;
  #sent = 0;
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
    this.#exchange?.abort(reason);
    this.#end(reason);
  }

  async run(signal: AbortSignal | undefined): Promise<WireAnswer> {
    this.#listen(signal);
    try {
      const prepared = await this.#untilAborted(this.#job.prepare(this.#abortion.signal));
      this.#redact = prepared.redact;
      const head = await this.#headOf(prepared);
      if (!this.#job.stream) this.#watchdog.watchIdle();
      this.#answering = this.#exchange;
      if (this.#answering?.complete) this.#end(undefined);
      const encoding = this.#redact(head.headers['content-encoding'] ?? '');
      const body = decompress(this.#body(), encoding);
      return { ...head, body, redact: this.#redact };
    } catch (error) {
      const failure = this.#failureOf(error, false);
      this.#exchange?.abort(failure);
      this.#end(failure);
      throw failure;
    }
  }

  async #headOf(prepared: Prepared): Promise<Head> {
    let url = new URL(this.#job.request.path, this.#job.endpoint);
    url.search = new URLSearchParams(this.#job.request.query).toString();
    for (let redirects = 0; ; redirects += 1) {
      this.#abortion.signal.throwIfAborted();
      this.#status = undefined;
      const exchange = this.#start(prepared, url);
      const head = await exchange.head;
      this.#status = head.status;
      const target = redirectTarget(head, url, this.#job.request.method, this.#redact);
      if (!target) return head;
      if (redirects === MOST_REDIRECTS) {
        throw new TransportError(
          'redirect',
          `${url.host} redirected more than ${MOST_REDIRECTS} times.`,
          {
            hint: 'Check the endpoint of the connection.',
          },
        );
      }
      exchange.abort(new CancelledError());
      url = target;
    }
  }

  #start({ dispatcher, headers }: Prepared, url: URL): HttpExchange {
    const exchange = new HttpExchange({
      onWait: (waiting) => {
        if (waiting) this.#watchdog.beginWait();
        else this.#watchdog.endWait();
      },
      onBytes: (count) => {
        if (this.#received === 0) this.#watchdog.watchIdle();
        this.#received += count;
      },
      onEnd: (error) => {
        if (error === undefined && exchange === this.#answering) this.#end(undefined);
      },
    });
    this.#exchange = exchange;
    const { body } = this.#job;
    this.#sent += body?.length ?? 0;
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: this.#job.request.method,
        headers: { ...headers },
        ...(body ? { body } : {}),
      },
      exchange,
    );
    return exchange;
  }

  /** The body, whose failures say what happened. Leaving it early ends the exchange. */
  #body(): AsyncIterableIterator<Uint8Array, undefined> {
    const exchange = this.#exchange;
    if (!exchange) throw new CancelledError();
    const failed = (error: unknown): never => {
      const failure = this.#failureOf(error, true);
      this.#end(failure);
      throw failure;
    };
    const body: AsyncIterableIterator<Uint8Array, undefined> = {
      [Symbol.asyncIterator]: () => body,
      next: () => exchange.next().catch(failed),
      return: () => {
        this.#end(new CancelledError());
        return exchange.return();
      },
    };
    return body;
  }

  #failureOf(error: unknown, answering: boolean): TransportError | CancelledError {
    return networkError(error, {
      host: this.#job.endpoint.host,
      answering,
      redact: this.#redact,
    });
  }

  #listen(signal: AbortSignal | undefined): void {
    if (!signal) return;
    const onAbort = (): void => this.abort(new CancelledError(signal.reason));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    this.#removeListener = () => signal.removeEventListener('abort', onAbort);
  }

  #untilAborted<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.#abortion;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(signal.reason as Error);
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  #end(error: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#watchdog.dispose();
    this.#removeListener?.();
    const { request, endpoint, clock, onEnd } = this.#job;
    onEnd({
      operation: request.operation,
      version: request.version,
      method: request.method,
      host: endpoint.host,
      path: request.path,
      ...(this.#status === undefined ? {} : { status: this.#status }),
      startedAt: this.#startedAt,
      durationMs: clock.monotonic() - this.#startedMonotonic,
      bytesSent: this.#sent,
      bytesReceived: this.#received,
      outcome: outcomeOf(error),
    });
  }
}

function outcomeOf(error: unknown): Exchange['outcome'] {
  if (error === undefined) return 'answered';
  if (error instanceof TransportError) return error.reason;
  return CancelledError.is(error) ? 'cancelled' : 'failed';
}
