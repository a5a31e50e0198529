import type { StatusError } from '../emulator/status';

/** How a WebSocket is closed. */
export interface Closing {
  readonly code: number;
  readonly reason: string;
}

/** Where the other side had nothing to do with it. */
const INTERNAL = 1011;

/** The codes that the service closes with, by what it would answer to a request. */
const CODES: { readonly [status: string]: number } = {
  INVALID_ARGUMENT: 1007,
  FAILED_PRECONDITION: 1007,
  OUT_OF_RANGE: 1007,
  UNAUTHENTICATED: 1008,
  PERMISSION_DENIED: 1008,
  NOT_FOUND: 1008,
  ABORTED: 1008,
  CANCELLED: 1008,
  UNIMPLEMENTED: 1008,
};

/** The emulator ends. */
export const GOING: Closing = { code: 1001, reason: 'The emulator ends.' };

/** The time of a connection or of its token is over. */
export const EXPIRED: Closing = {
  code: INTERNAL,
  reason: 'Deadline expired before operation could complete.',
};

/** What went wrong in the emulator itself. */
export const BROKEN: Closing = { code: INTERNAL, reason: 'Internal error encountered.' };

/** How the service closes a session in place of an error. */
export function closingOf(error: StatusError): Closing {
  return { code: CODES[error.status] ?? INTERNAL, reason: reasonOf(error.message) };
}

/** Ends a WebSocket. Some codes are never sent: they say that nothing was, or that the connection broke. */
export function endSocket(
  socket: { close(code?: number, reason?: string): void; terminate(): void },
  { code, reason }: Closing,
): void {
  if (code === 1005) socket.close();
  else if (code === 1006 || code === 1015) socket.terminate();
  else socket.close(code, reasonOf(reason));
}

/** Bytes that the frame of an end has room for. */
const MOST_BYTES = 123;

/** As much of a text as fits, without half a character at its end. */
function reasonOf(text: string): string {
  let reason = '';
  let bytes = 0;
  for (const character of text.trim()) {
    bytes += Buffer.byteLength(character);
    if (bytes > MOST_BYTES) break;
    reason += character;
  }
  return reason;
}
