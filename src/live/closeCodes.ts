import type { StatusError } from '../emulator/status';

/** The close code and reason of a WebSocket (RFC 6455). */
export interface CloseReason {
  readonly code: number;
  readonly reason: string;
}

const INTERNAL = 1011;

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

export const GOING_AWAY: CloseReason = { code: 1001, reason: 'The emulator is stopping.' };

export const EXPIRED: CloseReason = {
  code: INTERNAL,
  reason: 'Deadline expired before operation could complete.',
};

export const INTERNAL_ERROR: CloseReason = {
  code: INTERNAL,
  reason: 'Internal error encountered.',
};

export function toCloseReason(error: StatusError): CloseReason {
  return { code: CODES[error.status] ?? INTERNAL, reason: reasonOf(error.message) };
}

/** Closes a WebSocket. Codes that RFC 6455 reserves, such as 1006, are never sent. */
export function closeSocket(
  socket: { close(code?: number, reason?: string): void; terminate(): void },
  { code, reason }: CloseReason,
): void {
  if (code === 1005) socket.close();
  else if (code === 1006 || code === 1015) socket.terminate();
  else socket.close(code, reasonOf(reason));
}

/** Maximum length in bytes of a close reason (RFC 6455). */
const MAX_BYTES = 123;

/** Truncates a text to the limit without splitting a character. */
function reasonOf(text: string): string {
  let reason = '';
  let bytes = 0;
  for (const character of text.trim()) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_BYTES) break;
    reason += character;
  }
  return reason;
}
