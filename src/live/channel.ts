import type { RawData, WebSocket } from 'ws';
import type { JsonObject, JsonValue } from '../api/schema/row';
import type { Edition } from '../api/versions';
import { jsonIn, toWire } from '../emulator/http';
import { StatusError } from '../emulator/status';
import { INTERNAL_ERROR, type CloseReason, toCloseReason, closeSocket } from './closeCodes';

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
