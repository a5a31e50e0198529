import type { PlainRequest } from '../../src/api/request';
import type { SendOptions, Transport, WireResponse } from '../../src/api/transport';
import { CancelledError } from '../../src/base/errors';

export interface ScriptedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: { readonly [name: string]: string };
}

/** Answers a request, or throws what the network would. */
export type TransportScript = (
  request: PlainRequest,
  /** How many came before it. */
  before: number,
) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** A transport without a network. It keeps what it was asked. */
export class ScriptedTransport implements Transport {
  readonly requests: PlainRequest[] = [];
  readonly #script: TransportScript;

  constructor(script: TransportScript) {
    this.#script = script;
  }

  /** `METHOD /path` of all requests. */
  get lines(): readonly string[] {
    return this.requests.map(({ method, path }) => `${method} ${path}`);
  }

  async send(request: PlainRequest, options: SendOptions = {}): Promise<WireResponse> {
    if (options.signal?.aborted) throw new CancelledError(options.signal.reason);
    const before = this.requests.length;
    this.requests.push(request);
    const { status, body, headers = {} } = await this.#script(request, before);
    return { status, headers, body: bytesOf(body) };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** An error as the service sends it. */
export function errorAnswer(
  code: number,
  status: string,
  message = 'No.',
  details: readonly unknown[] = [],
): ScriptedAnswer {
  return { status: code, body: { error: { code, message, status, details } } };
}

async function* bytesOf(body: unknown): AsyncGenerator<Uint8Array, void, undefined> {
  await Promise.resolve();
  yield Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
