import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as a receiver got it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A program on this machine that is told of events. */
export class Receiver {
  readonly received: Received[] = [];
  /** What it answers. */
  status = 200;
  readonly #server: Server;
  #uri = '';

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        const body = Buffer.concat(chunks).toString();
        this.received.push({ headers: request.headers, body });
        response.writeHead(this.status).end();
      });
    });
  }

  get uri(): string {
    return this.#uri;
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    this.#uri = `http://127.0.0.1:${port}/hook?from=tests`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A receiver for the tests of one `describe`, which begins each of them with nothing. */
export function useReceiver(): Receiver {
  const receiver = new Receiver();
  before(() => receiver.open());
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.status = 200;
  });
  after(() => receiver.close());
  return receiver;
}
