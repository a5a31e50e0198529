import { abortable, lazy } from '../base/async';
import { systemClock, type Clock } from '../base/clock';
import { CancelledError } from '../base/errors';
import { Emitter } from '../base/event';
import { isSuccess } from './body';
import { credentialNeed } from './credentialNeed';
import { basePathOf } from './endpoint';
import {
  type BodyHeaders,
  requestBody,
  type RequestBody,
  requestHeaders,
  secretsOf,
} from './headers';
import { Recording } from './recording';
import { redactorFor } from './redact';
import { requestRow, type PlainRequest } from './request';
import { secretValues } from './schema/secrets';
import { streamError } from './streamDecoder';
import type {
  Credential,
  CredentialSource,
  Exchange,
  NetworkSettings,
  SendOptions,
  Transport,
  WireResponse,
} from './transport';
import { proxyHost, proxySecrets } from './undici/proxy';
import { RunningSend, type Prepared, type Sender } from './undici/send';
import { secretsOfTarget } from './upload/upload';

export interface HttpTransportOptions {
  readonly endpoint: URL;
  readonly credential: CredentialSource;
  readonly network?: () => Promise<NetworkSettings>;
  readonly clock?: Clock;
  /** Response timeout in ms, instead of the method's default. */
  readonly timeoutMs?: number;
  /** Whether to record traffic, checked per request. Default: no recording. */
  readonly isRecording?: () => boolean;
  /** Maximum idle time of a body in ms. Default: 60 s. */
  readonly idleMs?: number;
}

interface Connection {
  readonly dispatcher: Sender;
  readonly proxy: string | undefined;
  readonly secrets: readonly string[];
}

interface Attempt {
  readonly send: RunningSend;
  readonly answer: WireResponse;
  readonly credential: Credential | undefined;
}

const NONE: Credential = { kind: 'none' };
const UNAUTHORIZED = 401;
const TIMEOUT = 60_000;
const IDLE = 60_000;

type OpenSender = (endpoint: URL, settings: NetworkSettings) => Promise<Sender> | Sender;

/** Sends requests to one origin, without process-wide state. The only class that handles credentials. */
export class HttpTransport implements Transport {
  readonly #options: HttpTransportOptions;
  readonly #openSender: OpenSender;
  readonly #clock: Clock;
  readonly #running = new Set<RunningSend>();
  // Listener errors must neither fail the request nor disappear.
  readonly #exchanges = new Emitter<Exchange>((error) => {
    queueMicrotask(() => {
      throw error;
    });
  });
  readonly #network: () => Promise<Connection>;
  readonly #basePath: string;
  #connection: Connection | undefined;
  #closed = false;

  readonly onDidExchange = this.#exchanges.event;

  constructor(options: HttpTransportOptions, openSender: OpenSender) {
    this.#options = options;
    this.#openSender = openSender;
    this.#clock = options.clock ?? systemClock;
    this.#network = lazy(() => this.#connect());
    this.#basePath = basePathOf(options.endpoint);
  }

  get endpoint(): URL {
    return this.#options.endpoint;
  }

  async send(request: PlainRequest, options: SendOptions = {}): Promise<WireResponse> {
    const body = requestBody(request);
    const first = await this.#attempt(request, body, options);
    const renew = first.credential?.kind === 'bearer' ? first.credential.renew : undefined;
    if (first.answer.status !== UNAUTHORIZED || !renew) return first.answer;
    const { signal } = options;
    const leave = (): void => first.send.abort(new CancelledError());
    try {
      if (!(await abortable(renew(signal), signal))) return first.answer;
    } catch (error) {
      leave();
      throw error;
    }
    // Streamed uploads aren't resent automatically: the caller must query the upload offset first.
    if (request.upload?.content) return { ...first.answer, renewed: true };
    leave();
    return (await this.#attempt(request, body, options)).answer;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const send of Array.from(this.#running)) send.abort(new CancelledError());
    await this.#connection?.dispatcher.destroy();
  }

  async #attempt(
    request: PlainRequest,
    body: RequestBody | undefined,
    options: SendOptions,
  ): Promise<Attempt> {
    if (this.#closed || options.signal?.aborted) throw new CancelledError(options.signal?.reason);
    let credential: Credential | undefined;
    const recording = this.#options.isRecording?.()
      ? new Recording(request, body?.bytes, () => this.#clock.monotonic())
      : undefined;
    const send = new RunningSend({
      request: { ...request, path: this.#basePath + request.path },
      endpoint: this.#options.endpoint,
      body: body?.bytes,
      recording,
      stream: options.stream === true,
      clock: this.#clock,
      limits: {
        timeoutMs: request.upload?.content
          ? undefined
          : (this.#options.timeoutMs ?? options.timeoutMs ?? TIMEOUT),
        idleMs: this.#options.idleMs ?? IDLE,
      },
      prepare: async (signal) => {
        credential = await this.#credentialFor(request, signal);
        return this.#prepare(credential, request, body?.headers);
      },
      onEnd: (over, error) => this.#onEnd(request, recording, over, error),
    });
    this.#running.add(send);
    const answer = await send.run(options.signal);
    const sentAs = credential?.kind;
    return { send, answer: { ...answer, ...(sentAs && { sentAs }) }, credential };
  }

  async #connect(): Promise<Connection> {
    const settings = (await this.#options.network?.()) ?? {};
    const dispatcher = await this.#openSender(this.#options.endpoint, settings);
    const proxy = proxyHost(this.#options.endpoint, settings);
    return (this.#connection = { dispatcher, proxy, secrets: proxySecrets(settings) });
  }

  #onEnd(
    request: PlainRequest,
    recording: Recording | undefined,
    send: RunningSend,
    error: unknown,
  ): void {
    this.#running.delete(send);
    if (!this.#exchanges.hasListeners) return;
    const { operation, version } = request;
    const recorded = recording ? { recording } : {};
    const summary = send.summary(error);
    const { status = 0 } = summary;
    const streamed = isSuccess({ status }) ? recording?.findInStream(streamError) : undefined;
    const failed = streamed ? { streamError: streamed } : {};
    this.#exchanges.fire({ operation, version, ...recorded, ...failed, ...summary });
  }

  async #credentialFor(request: PlainRequest, signal: AbortSignal): Promise<Credential> {
    const need = credentialNeed(request);
    return need.accepts === 'none' ? NONE : await this.#options.credential(need, signal);
  }

  async #prepare(
    credential: Credential,
    request: PlainRequest,
    bodyHeaders: BodyHeaders | undefined,
  ): Promise<Prepared> {
    const { upload } = request;
    const headers = requestHeaders(credential, { ...bodyHeaders, ...upload?.headers });
    const { dispatcher, proxy, secrets } = this.#connection ?? (await this.#network());
    const ofTarget = secretsOfTarget(upload?.target);
    const redact = redactorFor([
      ...secretsOf(credential),
      ...secrets,
      ...ofTarget,
      ...secretsIn(request),
    ]);
    return { dispatcher, proxy, headers, redact };
  }
}

/** Returns secrets in the body, such as a new credential. */
function secretsIn(request: PlainRequest): readonly string[] {
  const { body: message } = requestRow(request);
  return request.body && message !== undefined ? secretValues(request.body, message) : [];
}
