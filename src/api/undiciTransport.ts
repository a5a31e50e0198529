import type { Dispatcher } from 'undici';
import { lazy } from '../base/async';
import { systemClock, type Clock } from '../base/clock';
import { CancelledError } from '../base/errors';
import { Emitter } from '../base/event';
import { requestHeaders, secretsOf } from './headers';
import { requestBody, type BodyHeaders } from './requestBody';
import { redactorFor } from './redact';
import type { PlainRequest } from './request';
import type {
  CredentialSource,
  Exchange,
  NetworkSettings,
  SendOptions,
  Transport,
  WireAnswer,
} from './transport';
import { RunningSend, type Prepared } from './undici/send';

export interface UndiciTransportOptions {
  /** From `parseEndpoint`: an origin without a path. */
  readonly endpoint: URL;
  readonly credential: CredentialSource;
  /** Asked once, before the first request. */
  readonly network?: () => Promise<NetworkSettings>;
  readonly clock?: Clock;
  /** Milliseconds until an answer must be there, instead of what the operation has. */
  readonly timeoutMs?: number;
  /** Milliseconds that a body may stand still; by default 60 s. */
  readonly idleMs?: number;
}

interface Connection {
  readonly dispatcher: Dispatcher;
  /** Of the proxy. */
  readonly secrets: readonly string[];
}

const TIMEOUT = 60_000;
const IDLE = 60_000;

/**
 * Sends over connections of its own to one origin. undici is loaded with the first request, and nothing
 * process-wide is touched. The only place that sees credentials.
 */
export class UndiciTransport implements Transport {
  readonly #options: UndiciTransportOptions;
  readonly #clock: Clock;
  readonly #running = new Set<RunningSend>();
  // What a listener throws must not end the exchange that it watches, nor vanish.
  readonly #exchanges = new Emitter<Exchange>((error) => {
    queueMicrotask(() => {
      throw error;
    });
  });
  readonly #network: () => Promise<Connection>;
  #connection: Connection | undefined;
  #closed = false;

  readonly onDidExchange = this.#exchanges.event;

  constructor(options: UndiciTransportOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#network = lazy(() => this.#connect());
  }

  async send(request: PlainRequest, options: SendOptions = {}): Promise<WireAnswer> {
    if (this.#closed || options.signal?.aborted) throw new CancelledError(options.signal?.reason);
    const body = requestBody(request);
    const send = new RunningSend({
      request,
      endpoint: this.#options.endpoint,
      body: body?.bytes,
      stream: options.stream === true,
      clock: this.#clock,
      limits: {
        timeoutMs: this.#options.timeoutMs ?? options.timeoutMs ?? TIMEOUT,
        idleMs: this.#options.idleMs ?? IDLE,
      },
      prepare: (signal) => this.#prepare(signal, body?.headers),
      onEnd: this.#onEnd,
    });
    this.#running.add(send);
    return send.run(options.signal);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const send of [...this.#running]) send.abort(new CancelledError());
    await this.#connection?.dispatcher.destroy();
  }

  async #connect(): Promise<Connection> {
    const { createDispatcher, proxySecrets } = await import('./undici/dispatcher');
    const settings = (await this.#options.network?.()) ?? {};
    const dispatcher = createDispatcher(this.#options.endpoint, settings);
    return (this.#connection = { dispatcher, secrets: proxySecrets(settings) });
  }

  readonly #onEnd = (send: RunningSend, error: unknown): void => {
    this.#running.delete(send);
    if (this.#exchanges.hasListeners) this.#exchanges.fire(send.summary(error));
  };

  async #prepare(signal: AbortSignal, bodyHeaders: BodyHeaders | undefined): Promise<Prepared> {
    const credential = await this.#options.credential(signal);
    const headers = requestHeaders(credential, bodyHeaders);
    const { dispatcher, secrets } = this.#connection ?? (await this.#network());
    return { dispatcher, headers, redact: redactorFor([...secretsOf(credential), ...secrets]) };
  }
}
