import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import { AppError } from '../../base/errors';

/** Where the printed address leads. */
const LOOPBACK = '127.0.0.1';
const LOOPBACK_6 = '::1';
const ANY = '0.0.0.0';
const ANY_6 = '::';

/** A free port of one address may be taken on another. */
const TRIES = 20;

/** What the system says where it has no such address, or no IPv6 at all. */
const NOT_THERE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'EPROTONOSUPPORT']);

/** What answers requests. */
export interface Handlers {
  readonly request: (request: IncomingMessage, response: ServerResponse) => void;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/**
 * Java's own client offers to go on in HTTP/2 with each request, which is one like any other. Before 24.9 Node.js does not
 * know this option.
 */
const ONLY_SOCKETS = {
  shouldUpgradeCallback: ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
    headers.upgrade?.toLowerCase() === 'websocket',
};

type ListenOptions = ServerOptions & {
  readonly connections: number;
  /** By which they serve over TLS; without it, they don't. */
  readonly cert?: string;
  readonly key?: string;
};

type AnyServer = Server | TlsServer;

/** One service on several addresses of this machine, with the same port on all of them. */
interface Listeners {
  readonly port: number;
  /** From now on requests are answered; until then, they wait. */
  serve(handlers: Handlers): void;
  /** Cuts all connections, and ends. */
  close(): Promise<void>;
}

/**
 * Listens on this machine's own addresses, 127.0.0.1 and, where there is IPv6, ::1, which is what `localhost` is first for
 * many programs; and on one more, if any. Throws `AppError` where the port is taken on any of them.
 * @param port 0 takes one that is free on all.
 */
export async function listen(
  port: number,
  host: string | undefined,
  options: ListenOptions,
): Promise<Listeners> {
  const addresses = addressesFor(host);
  for (let left = port === 0 ? TRIES : 1; ; left -= 1) {
    try {
      return await listenOnce(port, addresses, options);
    } catch (error) {
      const isTaken = error instanceof AppError && error.reason === 'portBusy';
      if (!isTaken || left <= 1) throw error;
    }
  }
}

/** An address, and whether the service does without it where the machine has none. */
type Wanted = readonly [address: string, isOptional: boolean];

function addressesFor(host: string | undefined): readonly Wanted[] {
  // It takes what comes by the older protocol too.
  if (host === ANY_6) return [[ANY_6, false]];
  if (host === ANY) {
    return [
      [ANY, false],
      [LOOPBACK_6, true],
    ];
  }
  const own: readonly Wanted[] = [
    [LOOPBACK, false],
    [LOOPBACK_6, true],
  ];
  return host === undefined || isLoopback(host) ? own : [...own, [host, false]];
}

/** Whether a host is this machine alone, which nobody else reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === LOOPBACK || host === LOOPBACK_6;
}

/**
 * What a service that listens on a host is called by those who reach it, without the port: the addresses that the machine
 * has, where it listens on all of them.
 */
export function namesOf(host: string): readonly string[] {
  if (host !== ANY && host !== ANY_6) return [shown(host)];
  const addresses = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, family }) => !internal && (host === ANY_6 || family === 'IPv4'))
    .map(({ address }) => shown(address));
  return [...addresses, hostname().toLowerCase()];
}

/** A host as an address has it. */
const shown = (host: string): string =>
  isIP(host) === 6 ? new URL(`http://[${host}]`).hostname : host.toLowerCase();

async function listenOnce(
  port: number,
  addresses: readonly Wanted[],
  options: ListenOptions,
): Promise<Listeners> {
  const servers: AnyServer[] = [];
  const all = { ...options, ...ONLY_SOCKETS };
  const handlers = Promise.withResolvers<Handlers>();
  let bound = port;
  try {
    for (const [address, isOptional] of addresses) {
      const server = options.cert === undefined ? createServer(all) : tlsServer(all);
      server.maxConnections = options.connections;
      waitFor(handlers.promise, server);
      if (!(await bind(server, bound, address, isOptional))) continue;
      servers.push(server);
      bound = (server.address() as AddressInfo).port;
    }
  } catch (error) {
    await closeAll(servers);
    throw error;
  }
  return {
    port: bound,
    serve: handlers.resolve,
    close: () => closeAll(servers),
  };
}

function tlsServer(options: ListenOptions): TlsServer {
  const server = createTlsServer(options);
  // Only bare connections can be reset.
  server.on('secureConnection', (socket) => {
    socket.resetAndDestroy = () => socket.destroy();
  });
  return server;
}

/** A client may come as soon as the first address is there. */
function waitFor(handlers: Promise<Handlers>, server: AnyServer): void {
  server.on('request', (request, response) => {
    void handlers.then((all) => all.request(request, response));
  });
  server.on('upgrade', (request, socket, head) => {
    void handlers.then((all) => all.upgrade(request, socket, head));
  });
}

/** Whether it listens now; not, where the machine has no such address and it is not needed. */
function bind(
  server: AnyServer,
  port: number,
  address: string,
  isOptional: boolean,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (isOptional && NOT_THERE.has(error.code ?? '')) resolve(false);
      else reject(refusal(error, port, address));
    });
    server.listen(port, address, () => resolve(true));
  });
}

function refusal(cause: NodeJS.ErrnoException, port: number, address: string): AppError {
  if (cause.code === 'EADDRINUSE') {
    const where = address === LOOPBACK ? '' : ` on ${address}`;
    return new AppError('portBusy', `Port ${port} is already in use${where}.`, {
      hint: 'Choose another port with --port, or leave it out for a free one.',
      cause,
    });
  }
  return new AppError('cannotListen', `Cannot listen on ${address}: ${cause.message}.`, {
    hint: 'Choose another address with --host, or another port with --port.',
    cause,
  });
}

async function closeAll(servers: readonly AnyServer[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  );
}
