import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ResponseFault } from '../emulator/call';
import type { Fault } from '../emulator/faultInjection';
import type { SocketOpening } from '../emulator/upgrade';
import { type Channel, INTERNAL_ERROR, type MessageSink, toCloseReason } from './channel';

/**
 * Injects a fault into the handshake: breaks the connection or sends an error response.
 * @returns whether the handshake was handled.
 */
export function injectHandshakeFault(fault: Fault, { socket, entry }: SocketOpening): boolean {
  const { accident, isDone, after } = fault;
  if (!accident || isDone || after > 0) return false;
  switch (accident.kind) {
    case 'reset':
      entry.reset = true;
      resetOf(socket);
      return true;
    case 'page':
      entry.status = accident.status;
      answer(socket, accident.status, accident.contentType, accident.body);
      return true;
    case 'empty':
      entry.status = 200;
      answer(socket, 200, 'application/json; charset=UTF-8', '');
      return true;
    default:
      return false;
  }
}

/**
 * Injects a fault into an open session, at once or after some messages.
 * @returns whether the session is closed already.
 */
export function injectSessionFault(
  channel: Channel,
  fault: Fault,
  { row, version }: SocketOpening,
): boolean {
  const { accident, isDone, after, refuse } = fault;
  if (refuse) {
    channel.close(toCloseReason(refuse(row, version)));
    return true;
  }
  if (!accident) return false;
  if (accident.kind === 'error' && !isDone && after === 0) {
    applyFault(accident, channel);
    return true;
  }
  channel.injectFault({ after, act: () => applyFault(accident, channel) });
  return false;
}

/** Node.js types the socket as a `Duplex`, but it is a `net.Socket`. */
function resetOf(socket: Duplex & Partial<Pick<Socket, 'resetAndDestroy'>>): void {
  if (socket.resetAndDestroy) socket.resetAndDestroy();
  else socket.destroy();
}

function answer(socket: Duplex, status: number, contentType: string, body: string): void {
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: ${contentType}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

// An incomplete message, so that clients test how they handle truncated JSON.
const HALF = '{"serverContent":{"modelTurn":{"parts":[{"te';

/**
 * Injects a response fault into a session. Faults without a WebSocket equivalent close the session.
 */
export function applyFault(accident: ResponseFault, channel: MessageSink): void {
  switch (accident.kind) {
    case 'error':
      channel.close(toCloseReason(accident.error));
      return;
    case 'reset':
      channel.reset();
      return;
    case 'stall':
      channel.mute();
      return;
    case 'malformed':
      channel.sendRaw(HALF);
      channel.mute();
      return;
    case 'page':
    case 'empty':
      channel.close(INTERNAL_ERROR);
      return;
  }
}
