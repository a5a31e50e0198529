import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Disposable } from '../../base/disposable';
import { type JsonObject, tryParse } from '../../base/json';
import { McpSession, type McpOptions, PROTOCOLS } from './server';

const HOST = '127.0.0.1';
const PATH = '/mcp';
const MAX_BODY = 4 * 1024 * 1024;

/**
 * MCP server over Streamable HTTP on this machine, for the one client that has its random token. So the server needs no
 * session IDs. Rejects requests of web pages, which have an origin or another host name.
 */
export class McpHttpServer implements Disposable {
  readonly url: string;
  readonly token = randomBytes(32).toString('base64url');
  readonly #session: McpSession;
  readonly #server: Server;
  readonly #host: string;

  private constructor(server: Server, options: McpOptions) {
    this.#server = server;
    this.#session = new McpSession(options);
    const { port } = server.address() as AddressInfo;
    this.#host = `${HOST}:${port}`;
    this.url = `http://${this.#host}${PATH}`;
    server.on('request', (request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        options.context.log.warn(`mcp: ${String(error)}`);
        response.destroy();
      });
    });
  }

  static async open(options: McpOptions): Promise<McpHttpServer> {
    const server = createServer({ headersTimeout: 10_000 });
    server.listen({ host: HOST, port: 0, exclusive: true });
    await once(server, 'listening');
    return new McpHttpServer(server, options);
  }

  dispose(): void {
    this.#session.close();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    const body = await readBody(request);
    if (body === undefined) response.writeHead(413).end();
    else await answer(this.#session, tryParse(body), response);
  }

  /** Returns the HTTP status of a rejected request. */
  #refusalOf({ method, url, headers }: IncomingMessage): number | undefined {
    if (headers.host !== this.#host || headers.origin !== undefined) return 403;
    if (!isSame(headers.authorization ?? '', `Bearer ${this.token}`)) return 401;
    if (url !== PATH) return 404;
    // Without GET, the server sends nothing on its own.
    if (method !== 'POST') return 405;
    const version = headers['mcp-protocol-version'];
    const isKnown = version === undefined || PROTOCOLS.some((one) => one === version);
    return isKnown ? undefined : 400;
  }
}

/** Responds with JSON, or with an event stream from the first notification on. */
async function answer(
  session: McpSession,
  message: ReturnType<typeof tryParse>,
  response: ServerResponse,
): Promise<void> {
  const event = (one: JsonObject): string => `event: message\ndata: ${JSON.stringify(one)}\n\n`;
  const result = await session.handle(message, (notification) => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event(notification));
  });
  if (response.headersSent) response.end(result && event(result));
  else if (!result) response.writeHead(202).end();
  else {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  }
}

/** Undefined if too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
