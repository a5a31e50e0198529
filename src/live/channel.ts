import type { RawData, WebSocket } from 'ws';
import type { JsonObject, JsonValue } from '../api/schema/row';
import type { Edition } from '../api/versions';
import { jsonIn, toWire } from '../emulator/http';
import { StatusError } from '../emulator/status';
import { BROKEN, type Closing, closingOf, endSocket } from './closing';

/** Bytes that may wait for a client that reads slowly before nothing more is made for it. */
const MOST_WAITING = 1024 * 1024;

/** What the client sees of a connection that breaks. */
const GONE: Closing = { code: 1006, reason: '' };

/** What a channel brings to its session. */
export interface Listener {
  /** @param text the message as it was sent. Throws `StatusError` for what the session is closed for. */
  receive(json: JsonValue, text: string): void;
  /** The session is over, whoever ended it; runs once. */
  closed(closing: Closing): void;
  /** Something that should never happen. */
  broken(error: unknown): void;
}

/** What goes wrong with what is sent, as a fault asks for. */
export interface Cut {
  /** Messages that come before it. */
  readonly after: number;
  /** Takes the place of the next one; with `false`, nothing is sent from then on. */
  readonly act: (channel: Channel) => void;
}

/** What an answer is said on. */
export type Outlet = Pick<Channel, 'close' | 'fallSilent' | 'reset' | 'send' | 'sendRaw'>;

/** Messages in JSON over a WebSocket. */
export class Channel {
  readonly #socket: WebSocket;
  readonly #message: string;
  readonly #version: Edition;
  #received = 0;
  #sent = 0;
  #isSilent = false;
  #cut: Cut | undefined;
  #listener: Listener | undefined;

  /** @param message the one that the server sends, by its name. */
  constructor(socket: WebSocket, message: string, version: Edition) {
    this.#socket = socket;
    this.#message = message;
    this.#version = version;
  }

  /** How many messages came and went. */
  get counts(): { readonly received: number; readonly sent: number } {
    return { received: this.#received, sent: this.#sent };
  }

  /** Takes what comes from now on. */
  listen(listener: Listener): void {
    this.#listener = listener;
    this.#socket.on('message', (data) => {
      // What still comes after an end is for nobody.
      if (!this.#listener) return;
      this.#received += 1;
      try {
        const text = textOf(data);
        listener.receive(jsonIn(text), text);
      } catch (error) {
        if (!(error instanceof StatusError)) listener.broken(error);
        this.close(error instanceof StatusError ? closingOf(error) : BROKEN);
      }
    });
    // It closes by itself what is no frame, or too long a one, and says why.
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', (code, reason) => {
      this.#end({ code, reason: reason.toString() });
    });
  }

  /** Lets something go wrong. */
  spoil(cut: Cut): void {
    this.#cut = cut;
  }

  /**
   * Sends a message, in a frame of bytes as the service does. Resolves when more may be made: at once, but for a client that
   * reads more slowly than it is written to.
   */
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
    if (this.#socket.bufferedAmount > MOST_WAITING) await written;
  }

  /** Sends a message that somebody else has made, in the same way. */
  pass(text: string): void {
    if (this.#isSilent || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#sent += 1;
    this.#socket.send(Buffer.from(text), () => undefined);
  }

  /** Sends text as it is, though it may be no message. */
  sendRaw(text: string): void {
    this.#socket.send(text);
  }

  /** Sends nothing more, on a connection that stays. */
  fallSilent(): void {
    this.#isSilent = true;
  }

  /** Breaks the connection, without a word. */
  reset(): void {
    this.#socket.terminate();
    this.#end(GONE);
  }

  close(closing: Closing): void {
    endSocket(this.#socket, closing);
    this.#end(closing);
  }

  /** Before the client knows, where it is not the client's doing. */
  #end(closing: Closing): void {
    this.#isSilent = true;
    this.#listener?.closed(closing);
    this.#listener = undefined;
  }
}

/** What was sent, which may have come in a frame of bytes. */
export function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString();
}
