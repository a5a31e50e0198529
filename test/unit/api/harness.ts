import { createClient } from '../../../src/api/client';
import type { Client } from '../../../src/api/call';
import type { RetryOptions } from '../../../src/api/retryPolicy';
import { parseEndpoint } from '../../../src/api/endpoint';
import type { Credential, Exchange } from '../../../src/api/transport';
import type { HttpTransportOptions } from '../../../src/api/httpTransport';
import { UndiciTransport } from '../../../src/api/undiciSenders';
import type { Version } from '../../../src/api/versions';
import { FaultServer, type Script } from '../../fakes/faultServer';

export const KEY = 'canary-key-0123456789';
export const ASK = {
  model: 'models/x',
  body: { contents: [{ parts: [{ text: 'Hi' }] }] },
} as const;

export const SSE = { 'content-type': 'text/event-stream' };
export const EVENT = 'data: {"candidates":[{"content":{"parts":[{"text":"Hi"}]}}]}\r\n\r\n';

export interface Rig {
  readonly server: FaultServer;
  readonly client: Client;
  readonly exchanges: readonly Exchange[];
}

export interface RigOptions extends Partial<HttpTransportOptions> {
  readonly as?: Credential;
  readonly version?: Version;
  /** By default nothing is repeated. */
  readonly retry?: RetryOptions;
}

/** Servers and clients of a test, closed together afterwards. */
export class Rigs {
  readonly #open: { close(): Promise<void> }[] = [];

  async start(script: Script, options: RigOptions = {}): Promise<Rig> {
    const server = this.keep(await FaultServer.start(script));
    return { server, ...this.connect(server.origin, options) };
  }

  connect(origin: string, options: RigOptions = {}): Omit<Rig, 'server'> {
    const { as = { kind: 'apiKey', key: KEY }, version = 'v1beta', ...others } = options;
    const { retry = { maxAttempts: 1 }, ...rest } = others;
    const transport = new UndiciTransport({
      endpoint: parseEndpoint(origin),
      credential: () => Promise.resolve(as),
      ...rest,
    });
    const exchanges: Exchange[] = [];
    transport.onDidExchange((exchange) => exchanges.push(exchange));
    const client = this.keep(createClient({ transport, preferredVersion: version, retry }));
    return { client, exchanges };
  }

  keep<T extends { close(): Promise<void> }>(item: T): T {
    this.#open.push(item);
    return item;
  }

  async closeAll(): Promise<void> {
    for (const item of this.#open.splice(0).reverse()) await item.close();
  }
}

/** The error that a promise ends with. */
export async function failure(
  work: Promise<unknown>,
): Promise<Error & { readonly reason?: string; readonly hint?: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

/** Counts the pieces of a stream, and tells how it ended. */
export async function listen(
  client: Client,
  onPiece: () => void = () => undefined,
): Promise<{ readonly count: number; readonly error: unknown }> {
  let count = 0;
  try {
    for await (const piece of client.stream('models.streamGenerateContent', ASK)) {
      count += piece.candidates?.length ?? 0;
      onPiece();
    }
  } catch (error) {
    return { count, error };
  }
  return { count, error: undefined };
}

/** The reason of an error, or the error itself. */
export function reasonOf(error: unknown): unknown {
  return error instanceof Error && 'reason' in error ? error.reason : error;
}

/** Bytes cut into pieces of one size. */
export function pieces(bytes: Uint8Array, size: number): Uint8Array[] {
  const cut: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) cut.push(bytes.subarray(at, at + size));
  return cut;
}

/** A body that comes in these pieces. */
export async function* bodyOf(
  chunks: Iterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const chunk of chunks) {
    await Promise.resolve();
    yield Buffer.from(chunk);
  }
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Something that happens once, for a test to wait for. */
export class Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;

  constructor() {
    let open = (): void => undefined;
    this.opened = new Promise((resolve) => {
      open = resolve;
    });
    this.open = () => open();
  }
}
