import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificate';

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query, exactly as sent. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** The body as text. */
  readonly body: string;
  readonly bytes: Buffer;
}

export type Script = (request: SeenRequest, wire: Wire) => void | Promise<void>;

/** Answers one request with exactly the bytes, cuts and breaks that a test wants. */
export class Wire {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Resolves when the client's socket is closed. */
  get closed(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.destroyed) resolve();
      else this.#socket.once('close', () => resolve());
    });
  }

  /** Bytes as they are, HTTP framing included. Resolves when they are written. */
  raw(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.destroyed) resolve();
      else this.#socket.write(bytes, () => resolve());
    });
  }

  /** A head whose body comes in HTTP chunks. */
  head(status: number, headers: { readonly [name: string]: string } = {}): Promise<void> {
    return this.raw(headText(status, { ...headers, 'transfer-encoding': 'chunked' }));
  }

  /** One HTTP chunk. */
  chunk(bytes: string | Uint8Array): Promise<void> {
    const body = Buffer.from(bytes);
    return this.raw(
      Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]),
    );
  }

  /** The last chunk. */
  end(): Promise<void> {
    return this.raw('0\r\n\r\n');
  }

  /** A whole answer. */
  answer(
    status: number,
    body: string | Uint8Array,
    headers: { readonly [name: string]: string } = {},
  ): Promise<void> {
    const bytes = Buffer.from(body);
    const head = headText(status, { ...headers, 'content-length': String(bytes.length) });
    return this.raw(Buffer.concat([Buffer.from(head), bytes]));
  }

  json(status: number, value: unknown): Promise<void> {
    return this.answer(status, JSON.stringify(value), {
      'content-type': 'application/json; charset=UTF-8',
    });
  }

  /** A whole event stream in the given pieces, one HTTP chunk each. */
  async events(pieces: readonly (string | Uint8Array)[]): Promise<void> {
    await this.head(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) await this.chunk(piece);
    await this.end();
  }

  /** Closes in order, without the end that the body needs. */
  fin(): void {
    this.#socket.end();
  }

  /** Breaks the connection. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }
}

/** A loopback server that misbehaves as told. It keeps what it was asked. */
export class FaultServer {
  readonly requests: SeenRequest[] = [];
  readonly #server: Server;
  readonly #secure: boolean;
  readonly #sockets = new Set<Socket>();
  readonly #script: Script;

  private constructor(script: Script, certificate: Certificate | undefined) {
    this.#script = script;
    this.#secure = certificate !== undefined;
    const listener = (socket: Socket): void => this.#accept(socket);
    this.#server = certificate
      ? createTlsServer({ ...certificate, ALPNProtocols: ['http/1.1'] }, listener)
      : createServer(listener);
  }

  static async start(script: Script, certificate?: Certificate): Promise<FaultServer> {
    const server = new FaultServer(script, certificate);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `${this.#secure ? 'https' : 'http'}://127.0.0.1:${this.port}`;
  }

  /** Open connections. */
  get connections(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    // Breaks are what this server is for; the client's side reports them.
    socket.on('error', () => socket.destroy());
    let received = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      for (;;) {
        const next = readRequest(received);
        if (!next) return;
        received = received.subarray(next.length);
        this.requests.push(next.request);
        void this.#script(next.request, new Wire(socket));
      }
    });
  }
}

function readRequest(bytes: Buffer): { request: SeenRequest; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = Object.fromEntries<string>(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const length = end + 4 + Number(headers['content-length'] ?? 0);
  if (bytes.length < length) return undefined;
  const body = Buffer.from(bytes.subarray(end + 4, length));
  const request = { method, target, headers, body: body.toString('utf8'), bytes: body };
  return { request, length };
}

function headText(status: number, headers: { readonly [name: string]: string }): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`;
}
