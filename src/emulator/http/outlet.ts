import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { type Clock, sleep } from '../../base/clock';
import type { Delivery } from '../call';

interface ResponseWriterOptions {
  readonly delivery: Delivery | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onCut: (() => void) | undefined;
}

/** Number of characters to buffer, because writing each event separately costs more than the event. */
const GATHERED = 16 * 1024;

/** Writes the bytes of a response: buffered, or slowed down and split by a fault. */
export class ResponseWriter {
  readonly #response: ServerResponse;
  readonly #options: ResponseWriterOptions;
  #gathered = '';
  #sent = 0;
  #isOver = false;

  constructor(response: ServerResponse, options: ResponseWriterOptions) {
    this.#response = response;
    this.#options = options;
  }

  /** Whether the response was cut off, so that nothing more is sent. */
  get isOver(): boolean {
    return this.#isOver;
  }

  async open(status: number, headers: { readonly [name: string]: string }): Promise<void> {
    const { delivery, clock, signal } = this.#options;
    if (this.#response.headersSent) return;
    if (delivery?.delay) await sleep(clock, delivery.delay, signal);
    this.#response.writeHead(status, headers);
  }

  /**
   * Buffers text, at most until the next wait. Rejects with the signal's reason if the client disconnects.
   */
  async write(text: string): Promise<void> {
    const { delivery, signal } = this.#options;
    signal.throwIfAborted();
    if (delivery !== undefined) {
      await this.#deliver(Buffer.from(text), delivery);
      return;
    }
    this.#gathered += text;
    if (this.#gathered.length >= GATHERED) await this.flush();
  }

  /** Sends bytes immediately. Rejects like `write`. */
  async bytes(block: Buffer): Promise<void> {
    const { delivery } = this.#options;
    await (delivery === undefined ? this.#push(block) : this.#deliver(block, delivery));
  }

  async flush(): Promise<void> {
    const text = this.#gathered;
    this.#gathered = '';
    if (text !== '') await this.#push(text);
  }

  async end(text: string): Promise<void> {
    if (this.#options.delivery === undefined) {
      this.#response.end(this.#gathered + text);
      return;
    }
    await this.write(text);
    if (!this.#isOver) this.#response.end();
  }

  cut(): void {
    this.#options.onCut?.();
    this.#isOver = true;
    // A reset discards data that the client hasn't read yet. Close a started response instead, so that the sent
    // part always arrives.
    if (this.#response.headersSent) this.#response.socket?.destroySoon();
    else this.#response.socket?.resetAndDestroy();
  }

  async stall(): Promise<void> {
    this.#isOver = true;
    const { signal } = this.#options;
    if (!signal.aborted) await once(signal, 'abort');
  }

  async #deliver(bytes: Buffer, { cutAt, stallAt, writeSize }: Delivery): Promise<void> {
    if (this.#isOver) return;
    const end = Math.min(cutAt ?? Infinity, stallAt ?? Infinity);
    const sent = bytes.subarray(0, Math.max(0, end - this.#sent));
    const size = writeSize ?? sent.length;
    for (let at = 0; at < sent.length; at += size) {
      await this.#push(sent.subarray(at, at + size));
      // Yield to the event loop, so that writes aren't merged.
      if (writeSize !== undefined) await setImmediate();
    }
    this.#sent += sent.length;
    if (sent.length === bytes.length) return;
    if (stallAt === end) await this.stall();
    else this.cut();
  }

  async #push(piece: string | Buffer): Promise<void> {
    const { signal } = this.#options;
    signal.throwIfAborted();
    if (!this.#response.write(piece)) await once(this.#response, 'drain', { signal });
  }
}
