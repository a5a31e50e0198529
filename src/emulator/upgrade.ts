import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { sessions, type SessionId } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import { type Edition, editionOf, isServed, type Profile, VERSIONS } from '../api/versions';
import type { Service } from './exchange';
import { parseTarget } from './http';
import type { LogEntry } from './requestLog';

/** Where clients ask for sessions: the version stands in a name. Some send a second slash. */
const PATH = /^\/{1,2}ws\/google\.ai\.generativelanguage\.(\w+)\.(\w+\.\w+)$/;

/** A wish for a WebSocket that the emulator has found to be for one of the service's sessions. */
export interface SocketOpening {
  readonly service: Service;
  readonly operation: SessionId;
  readonly row: OperationRow;
  readonly version: Edition;
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What came right after the head of the request. */
  readonly head: Buffer;
  /** In the log already; what serves the session completes it. */
  readonly entry: LogEntry;
}

/** What serves the sessions of an emulator, which itself answers requests alone. */
export interface SocketServer {
  /** Answers the request, and owns the socket from then on. */
  open(opening: SocketOpening): void;
  /** Ends every session. */
  close(): Promise<void>;
}

/** Answers a wish for a WebSocket: hands it on where it is for a session, and refuses it where it is not. */
export function upgrade(
  sockets: SocketServer | undefined,
  service: Service,
  [request, socket, head]: readonly [IncomingMessage, Duplex, Buffer],
): void {
  const { guard, log, followers, redactor, clock } = service;
  const { method = '', url = '', headers } = request;
  const entry = log.start(
    {
      ...{ method, target: redactor.target(url), headers: redactor.headers(headers) },
      startedAt: clock.now(),
    },
    true,
  );
  followers.begin(entry);
  // The other side may be gone before it has read the end.
  socket.on('error', () => socket.destroy());
  const { path, query } = parseTarget(url);
  const found = findSession(path, service.profile);
  const refuse = (status: number, text: string): void => {
    entry.status = status;
    socket.end(`HTTP/1.1 ${status} ${text}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    noteTurnedAway(service, entry);
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
    sockets.open({ ...{ service, query, request, socket, head, entry }, ...found });
  }
}

/** The session of a path that a version has, or undefined. */
function findSession(path: string, profile: Profile) {
  const [, word, name] = PATH.exec(path) ?? [];
  const known = VERSIONS.find((one) => one === word);
  const [operation, row] = Object.entries(sessions).find(([, one]) => one.path === name) ?? [];
  if (!known || !operation || !row) return undefined;
  const version = editionOf(known, profile);
  return isServed(row, version)
    ? { operation: operation as SessionId, row, version, known }
    : undefined;
}

/** Counts and tells of a request that has become no session. */
export function noteTurnedAway({ tally, followers }: Service, entry: LogEntry): void {
  entry.duration = 0;
  tally.add(entry);
  followers.tell(entry);
}

function isAllowed(guard: Service['guard'], request: IncomingMessage): boolean {
  try {
    guard.check(request);
    return true;
  } catch {
    return false;
  }
}
