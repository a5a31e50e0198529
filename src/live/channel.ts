import { type ClientRequest, type IncomingMessage, STATUS_CODES } from 'node:http';
import { type RawData, WebSocket } from 'ws';
import { REQUEST_BYTES } from '../api/schema/fieldLimits';
import type { JsonObject, JsonValue } from '../api/schema/row';
import type { Edition } from '../api/versions';
import { jsonIn, toWire } from '../emulator/http';
import type { SourceWebSocket } from '../emulator/responseSource';
import { StatusError } from '../emulator/status';

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

/** Bytes that may be buffered for a slow client before generation pauses. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Close code that a client reports if the connection breaks. Never sent (RFC 6455). */
const GONE: CloseReason = { code: 1006, reason: '' };

interface Listener {
  /**
   * @param text the message as received.
   * @throws `StatusError` if the session must be closed.
   */
  receive(json: JsonValue, text: string): void;
  /** Called once when the session ends, on either side. */
  closed(closing: CloseReason): void;
  broken(error: unknown): void;
}

interface ChannelFault {
  readonly after: number;
  /**
   * Called before the next message, which is sent afterward unless the channel is closed or silent by then.
   */
  readonly act: (channel: Channel) => void;
}

export type MessageSink = Pick<Channel, 'close' | 'mute' | 'reset' | 'send' | 'sendRaw'>;

export class Channel {
  readonly #socket: WebSocket;
  readonly #message: string;
  readonly #version: Edition;
  #received = 0;
  #sent = 0;
  #isSilent = false;
  #cut: ChannelFault | undefined;
  #listener: Listener | undefined;

  /** @param message the type name of server messages. */
  constructor(socket: WebSocket, message: string, version: Edition) {
    this.#socket = socket;
    this.#message = message;
    this.#version = version;
  }

  get counts(): { readonly received: number; readonly sent: number } {
    return { received: this.#received, sent: this.#sent };
  }

  listen(listener: Listener): void {
    this.#listener = listener;
    this.#socket.on('message', (data) => {
      if (!this.#listener) return;
      this.#received += 1;
      try {
        const text = textOf(data);
        listener.receive(jsonIn(text), text);
      } catch (error) {
        if (!(error instanceof StatusError)) listener.broken(error);
        this.close(error instanceof StatusError ? toCloseReason(error) : INTERNAL_ERROR);
      }
    });
    // `ws` closes the socket with a reason on an invalid or oversized frame.
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', (code, reason) => {
      this.#end({ code, reason: reason.toString() });
    });
  }

  injectFault(cut: ChannelFault): void {
    this.#cut = cut;
  }

  /** Sends a message in a binary frame, as the API does. Resolves when the client can take more. */
  async send(message: JsonObject): Promise<void> {
    if (this.#cut && this.#sent >= this.#cut.after) {
      const { act } = this.#cut;
      this.#cut = undefined;
      act(this);
    }
    if (this.#isSilent || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#sent += 1;
    const bytes = Buffer.from(JSON.stringify(toWire(this.#message, this.#version, message)));
    const written = new Promise<void>((resolve) => {
      this.#socket.send(bytes, () => resolve());
    });
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) await written;
  }

  pass(text: string): void {
    if (this.#isSilent || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#sent += 1;
    this.#socket.send(Buffer.from(text), () => undefined);
  }

  /** Sends text unchanged, even if it isn't a valid message. */
  sendRaw(text: string): void {
    this.#socket.send(text);
  }

  mute(): void {
    this.#isSilent = true;
  }

  /** Breaks the connection without a close frame. */
  reset(): void {
    this.#socket.terminate();
    this.#end(GONE);
  }

  close(closing: CloseReason): void {
    closeSocket(this.#socket, closing);
    this.#end(closing);
  }

  /** Notifies the listener before the client if the server ends the session. */
  #end(closing: CloseReason): void {
    this.#isSilent = true;
    this.#listener?.closed(closing);
    this.#listener = undefined;
  }
}

export function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString();
}

export const connectUpstream: SourceWebSocket['connect'] = (address, { headers, agent }, heard) => {
  const socket = new WebSocket(address, {
    headers,
    agent,
    maxPayload: REQUEST_BYTES,
    perMessageDeflate: false,
  });
  const waiting: string[] = [];
  let why: string | undefined;
  const { host } = new URL(address);
  socket.once('open', () => {
    for (const text of waiting.splice(0)) socket.send(text);
  });
  socket.on('message', (data) => heard.send(textOf(data)));
  socket.once('unexpected-response', (request: ClientRequest, { statusCode }: IncomingMessage) => {
    why = `The upstream ${host} responded with ${statusCode} ${STATUS_CODES[statusCode ?? 0] ?? ''}.`;
    request.destroy();
    socket.terminate();
  });
  socket.on(
    'error',
    ({ message }) => (why ??= `The upstream ${host} isn’t responding: ${message}.`),
  );
  socket.once('close', (code, reason) => {
    if (why === undefined) heard.close(code, reason.toString());
    else heard.failed(why);
  });
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.CONNECTING) waiting.push(text);
      else socket.send(text, () => undefined);
    },
    close: (code, reason) => closeSocket(socket, { code, reason }),
  };
};
