import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { sessions, type SessionId } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import { type Edition, editionOf, isAvailable, type Profile, VERSIONS } from '../api/versions';
import type { Service } from './exchange';
import { parseTarget } from './http';
import type { LogEntry } from './requestLog';

/**
 * WebSocket path of Live API sessions, with the version in a name. Some clients send two slashes.
 */
const PATH = /^\/{1,2}ws\/google\.ai\.generativelanguage\.(\w+)\.(\w+\.\w+)$/;

export interface SocketOpening {
  readonly service: Service;
  readonly operation: SessionId;
  readonly row: OperationRow;
  readonly version: Edition;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly entry: LogEntry;
}

export interface SocketServer {
  open(opening: SocketOpening): void;
  close(): Promise<void>;
}

export function upgrade(
  sockets: SocketServer | undefined,
  service: Service,
  [request, socket, head]: readonly [IncomingMessage, Duplex, Buffer],
): void {
  const { guard, log, followers, redactor, clock } = service;
  const { method = '', url = '', headers } = request;
  const entry = log.start(
    {
      method,
      target: redactor.target(url),
      headers: redactor.headers(headers),
      startedAt: clock.now(),
    },
    true,
  );
  followers.begin(entry);
  // The client may disconnect before reading the rejection.
  socket.on('error', () => socket.destroy());
  const { path, query } = parseTarget(url);
  const found = findSession(path, service.profile);
  const refuse = (status: number, text: string): void => {
    entry.status = status;
    socket.end(`HTTP/1.1 ${status} ${text}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    logRejected(service, entry);
  };
  if (!isAllowed(guard, request)) {
    refuse(403, 'Forbidden');
  } else if (!found || headers.upgrade?.toLowerCase() !== 'websocket') {
    refuse(404, 'Not Found');
  } else if (!sockets) {
    refuse(501, 'Not Implemented');
  } else {
    entry.operation = found.operation;
    entry.version = found.known;
    entry.credential = service.credentials.kind(headers, query);
    sockets.open({ service, query, request, socket, head, entry, ...found });
  }
}

function findSession(path: string, profile: Profile) {
  const [, word, name] = PATH.exec(path) ?? [];
  const known = VERSIONS.find((one) => one === word);
  const [operation, row] = Object.entries(sessions).find(([, one]) => one.path === name) ?? [];
  if (!known || !operation || !row) return undefined;
  const version = editionOf(known, profile);
  return isAvailable(row, version)
    ? { operation: operation as SessionId, row, version, known }
    : undefined;
}

export function logRejected({ tally, followers }: Service, entry: LogEntry): void {
  entry.duration = 0;
  tally.add(entry);
  followers.send(entry);
}

function isAllowed(guard: Service['guard'], request: IncomingMessage): boolean {
  try {
    guard.check(request);
    return true;
  } catch {
    return false;
  }
}
