import { StringDecoder } from 'node:string_decoder';
import { systemClock, type Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { CancelledError } from '../base/errors';
import { Emitter } from '../base/event';
import { isSuccess, readText } from './body';
import { requestHeaders } from './headers';
import { HttpTransport, type HttpTransportOptions } from './httpTransport';
import { asBuffer } from './pieces';
import type {
  ExchangeFacts,
  Http,
  HttpRequest,
  HttpResponse,
  NetworkSettings,
  ReadNetwork,
} from './transport';
import { redactorFor } from './redact';
import { proxyHost, proxySecrets } from './undici/proxy';
import { type Prepared, RunningSend, type Sender } from './undici/send';

/** Requests of API methods. */
export class UndiciTransport extends HttpTransport {
  constructor(options: HttpTransportOptions) {
    super(options, openDispatcher);
  }
}

/** Loads undici on the first request. */
async function openDispatcher(endpoint: URL, settings: NetworkSettings): Promise<Sender> {
  const { createDispatcher } = await import('./undici/dispatcher');
  return createDispatcher(endpoint, settings);
}

export interface HttpExchangeFacts extends ExchangeFacts {
  readonly name: string;
}

interface UndiciHttpOptions {
  /** Read per request, because requests are rare and settings may change. */
  readonly network?: ReadNetwork;
  readonly clock?: Clock;
}

// In bytes. Longer bodies, such as HTML error pages, are truncated.
const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Sends sign-in requests with the same proxy, certificate, redirect, and error rules as `UndiciTransport`. One
 * connection per request.
 */
export class UndiciHttp implements Http, Disposable {
  readonly #options: UndiciHttpOptions;
  readonly #clock: Clock;
  readonly #running = new Set<RunningSend>();
  readonly #exchanges = new Emitter<HttpExchangeFacts>((error) => {
    queueMicrotask(() => {
      throw error;
    });
  });
  #disposed = false;

  readonly onDidExchange = this.#exchanges.event;

  constructor(options: UndiciHttpOptions = {}) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    if (this.#disposed || signal?.aborted) throw new CancelledError(signal?.reason);
    const { url, method, timeoutMs, name, isControl } = request;
    const body = bodyOf(request);
    let release = async (): Promise<void> => undefined;
    const send = new RunningSend({
      request: { method, path: url.pathname, query: Object.fromEntries(url.searchParams) },
      endpoint: url,
      body: body && Buffer.from(body.text),
      stream: false,
      clock: this.#clock,
      limits: { timeoutMs, idleMs: timeoutMs },
      prepare: async () => {
        const prepared = await this.#prepare(request, body?.type);
        release = () => prepared.dispatcher.destroy();
        return prepared;
      },
      onEnd: (over, error) => {
        this.#running.delete(over);
        if (!this.#exchanges.hasListeners) return;
        this.#exchanges.fire({ name, ...(isControl && { isControl }), ...over.summary(error) });
      },
    });
    this.#running.add(send);
    try {
      const { status, headers, body } = await send.run(signal);
      const { onText, answerBytes = MAX_RESPONSE_BYTES } = request;
      if (!onText || !isSuccess({ status })) {
        return { status, headers, text: await readText(body, answerBytes, 'refuse') };
      }
      const decoder = new StringDecoder('utf8');
      for await (const bytes of body) onText(decoder.write(asBuffer(bytes)));
      return { status, headers, text: '' };
    } finally {
      await release();
    }
  }

  dispose(): void {
    this.#disposed = true;
    for (const send of Array.from(this.#running)) send.abort(new CancelledError());
    this.#exchanges.dispose();
  }

  async #prepare(
    { url, headers, secrets, direct }: HttpRequest,
    type: string | undefined,
  ): Promise<Prepared> {
    const settings = direct ? {} : ((await this.#options.network?.()) ?? {});
    const bodyHeaders = type === undefined ? headers : { ...headers, 'content-type': type };
    return {
      dispatcher: await openDispatcher(url, settings),
      proxy: proxyHost(url, settings),
      headers: requestHeaders({ kind: 'none' }, bodyHeaders),
      redact: redactorFor([...secrets, ...proxySecrets(settings)]),
    };
  }
}

function bodyOf({
  form,
  json,
}: HttpRequest): { readonly type: string; readonly text: string } | undefined {
  if (form) return { type: 'application/x-www-form-urlencoded', text: form.toString() };
  return json && { type: 'application/json', text: JSON.stringify(json) };
}
