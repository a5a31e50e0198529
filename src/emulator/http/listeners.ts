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

const LOOPBACK = '127.0.0.1';
const LOOPBACK_6 = '::1';
const ANY = '0.0.0.0';
const ANY_6 = '::';

const TRIES = 20;

const ADDRESS_UNAVAILABLE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'EPROTONOSUPPORT']);

interface Handlers {
  readonly request: (request: IncomingMessage, response: ServerResponse) => void;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** Ignores the HTTP/2 upgrade that Java's HTTP client offers with each request. Needs Node.js 24.9. */
const ONLY_SOCKETS = {
  shouldUpgradeCallback: ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
    headers.upgrade?.toLowerCase() === 'websocket',
};

type ListenOptions = ServerOptions & {
  readonly connections: number;
  readonly cert?: string;
  readonly key?: string;
};

type AnyServer = Server | TlsServer;

interface Listeners {
  readonly port: number;
  serve(handlers: Handlers): void;
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1, ::1 if available (`localhost` often resolves to it), and an optional host. Throws
 * `AppError` if the port is in use.
 * @param port 0 selects a port that is free on all addresses
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

type ListenAddress = readonly [address: string, isOptional: boolean];

function addressesFor(host: string | undefined): readonly ListenAddress[] {
  // A dual-stack socket also accepts IPv4.
  if (host === ANY_6) return [[ANY_6, false]];
  if (host === ANY) {
    return [
      [ANY, false],
      [LOOPBACK_6, true],
    ];
  }
  const own: readonly ListenAddress[] = [
    [LOOPBACK, false],
    [LOOPBACK_6, true],
  ];
  return host === undefined || isLoopback(host) ? own : [...own, [host, false]];
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === LOOPBACK || host === LOOPBACK_6;
}

/**
 * Returns the host names, without port, by which clients can reach a server. For wildcard addresses, returns
 * all addresses of the machine.
 */
export function namesOf(host: string): readonly string[] {
  if (host !== ANY && host !== ANY_6) return [shown(host)];
  const addresses = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, family }) => !internal && (host === ANY_6 || family === 'IPv4'))
    .map(({ address }) => shown(address));
  return [...addresses, hostname().toLowerCase()];
}

const shown = (host: string): string =>
  isIP(host) === 6 ? new URL(`http://[${host}]`).hostname : host.toLowerCase();

async function listenOnce(
  port: number,
  addresses: readonly ListenAddress[],
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
  // TLS sockets can't be reset.
  server.on('secureConnection', (socket) => {
    socket.resetAndDestroy = () => socket.destroy();
  });
  return server;
}

function waitFor(handlers: Promise<Handlers>, server: AnyServer): void {
  server.on('request', (request, response) => {
    void handlers.then((all) => all.request(request, response));
  });
  server.on('upgrade', (request, socket, head) => {
    void handlers.then((all) => all.upgrade(request, socket, head));
  });
}

/** Returns whether the server listens. False if the address is optional and doesn't exist. */
function bind(
  server: AnyServer,
  port: number,
  address: string,
  isOptional: boolean,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (isOptional && ADDRESS_UNAVAILABLE.has(error.code ?? '')) resolve(false);
      else reject(refusal(error, port, address));
    });
    server.listen(port, address, () => resolve(true));
  });
}

function refusal(cause: NodeJS.ErrnoException, port: number, address: string): AppError {
  if (cause.code === 'EADDRINUSE') {
    const where = address === LOOPBACK ? '' : ` on ${address}`;
    return new AppError('portBusy', `Port ${port} is already in use${where}.`, {
      hint: 'Choose another port with --port, or omit it for a free one.',
      cause,
    });
  }
  return new AppError('cannotListen', `Couldn’t listen on ${address}: ${cause.message}.`, {
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
