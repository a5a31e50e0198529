import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Clock, systemClock } from '../base/clock';
import { CancelledError } from '../base/errors';
import { credentialNeed } from './credentialNeed';
import { basePathOf } from './endpoint';
import { TransportError } from './errors';
import { requestBody, requestHeaders, secretsOf } from './headers';
import { redactorFor } from './redact';
import type { PlainRequest } from './request';
import type { CredentialSource, SendOptions, Transport, WireAnswer } from './transport';
import { networkError } from './undici/networkError';

export interface NodeTransportOptions {
  /** From `parseEndpoint`. Its path goes before that of every request. */
  readonly endpoint: URL;
  readonly credential: CredentialSource;
  readonly clock?: Clock;
}

/** Milliseconds until an answer must begin, where an operation has no limit of its own. */
const TIMEOUT = 60_000;
/** Milliseconds that an answer may stand still. */
const IDLE = 60_000;

/**
 * Sends with what Node.js has itself: for the program of the emulator, which brings no HTTP client along. It knows no
 * proxies, uploads nothing and renews no credential.
 */
export class NodeTransport implements Transport {
  readonly #options: NodeTransportOptions;
  readonly #clock: Clock;
  readonly #closing = new AbortController();

  constructor(options: NodeTransportOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  async send(request: PlainRequest, options: SendOptions = {}): Promise<WireAnswer> {
    const { endpoint } = this.#options;
    const signals = [this.#closing.signal, ...(options.signal ? [options.signal] : [])];
    const stopped = AbortSignal.any(signals);
    if (stopped.aborted) throw new CancelledError(stopped.reason);
    const need = credentialNeed(request);
    const credential =
      need.accepts === 'none'
        ? ({ kind: 'none' } as const)
        : await this.#options.credential(need, options.signal);
    const redact = redactorFor(secretsOf(credential));
    const body = requestBody(request);
    const headers = {
      ...requestHeaders(credential, body?.headers),
      'accept-encoding': 'identity',
      ...(body && { 'content-length': String(body.bytes.length) }),
    };
    const url = new URL(endpoint);
    url.pathname = basePathOf(endpoint) + request.path;
    url.search = new URLSearchParams(
      Object.entries(request.query).flatMap(([name, value]) =>
        [value].flat().map((one) => [name, one] as [string, string]),
      ),
    ).toString();
    const limit = new AbortController();
    const timer = this.#clock.schedule(options.timeoutMs ?? TIMEOUT, () => limit.abort());
    const fail = (error: unknown, answering: boolean): Error => {
      if (stopped.aborted) return new CancelledError(stopped.reason);
      if (limit.signal.aborted) return tooSlow(url.host, answering ? 'idle' : 'timeout');
      return networkError(error, { host: url.host, answering, redact });
    };
    const signal = AbortSignal.any([stopped, limit.signal]);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const sent = send(url, { method: request.method, headers, signal }, resolve);
        sent.once('error', reject);
        sent.end(body?.bytes);
      });
      timer.dispose();
      return {
        status: answer.statusCode ?? 0,
        headers: Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
        ),
        body: this.#bytes(answer, limit, (error) => fail(error, true)),
        redact,
      };
    } catch (error) {
      timer.dispose();
      throw fail(error, false);
    }
  }

  close(): Promise<void> {
    this.#closing.abort(new CancelledError());
    return Promise.resolve();
  }

  async *#bytes(
    answer: IncomingMessage,
    limit: AbortController,
    told: (error: unknown) => Error,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    let idle = this.#clock.schedule(IDLE, () => limit.abort());
    try {
      for await (const piece of answer as AsyncIterable<Uint8Array>) {
        idle.dispose();
        yield piece;
        idle = this.#clock.schedule(IDLE, () => limit.abort());
      }
    } catch (error) {
      throw told(error);
    } finally {
      idle.dispose();
      answer.destroy();
    }
  }
}

function tooSlow(host: string, reason: 'idle' | 'timeout'): TransportError {
  const message =
    reason === 'idle'
      ? `${host} sent nothing more for ${IDLE / 1000} seconds.`
      : `${host} did not answer in time.`;
  return new TransportError(reason, message, { hint: 'Try again.' });
}
