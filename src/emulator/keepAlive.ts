import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';

/** Time in ms after the last client before the emulator stops, enough for a window reload. */
export const AFTER_LAST_CLIENT_MS = 5000;

/** Time in ms to wait for the first client, because the process that started the emulator may have exited. */
export const UNTIL_FIRST_CLIENT_MS = 30_000;

export const KEEP_ALIVE = 'hold';

/**
 * Keeps a shared emulator running. Each client holds a request open, which closes when its process exits.
 * The emulator stops a few seconds after the last client.
 */
export class KeepAliveClients {
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  readonly #open = new Set<ServerResponse>();
  #timer: Disposable;

  constructor(clock: Clock, onEnd: () => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#timer = clock.schedule(UNTIL_FIRST_CLIENT_MS, onEnd);
  }

  get count(): number {
    return this.#open.size;
  }

  hold(request: IncomingMessage, response: ServerResponse): void {
    this.#timer.dispose();
    this.#open.add(response);
    request.socket.setTimeout(0);
    response.once('close', () => {
      this.#open.delete(response);
      if (this.#open.size === 0)
        this.#timer = this.#clock.schedule(AFTER_LAST_CLIENT_MS, this.#onEnd);
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
  }

  stop(): void {
    for (const response of this.#open) response.end('{"stopped":true}');
    // Runs after the response to the stop request.
    this.#timer.dispose();
    this.#timer = this.#clock.schedule(0, this.#onEnd);
  }
}
