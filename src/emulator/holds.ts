import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';

/** Milliseconds that it goes on without anybody: a window that is loaded again comes back within them. */
export const AFTER_LAST = 5000;

/** Milliseconds until the first must have come; whoever started it may have ended meanwhile. */
export const UNTIL_FIRST = 30_000;

/** The path below that of the control API which is held open. */
export const HOLD = 'hold';

/**
 * Who needs an emulator that nobody owns. Each holds a request open, which closes with its process however that ends; the
 * emulator ends some seconds after the last of them.
 */
export class Holds {
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  readonly #open = new Set<ServerResponse>();
  #timer: Disposable;

  /** @param onEnd ends the emulator: nobody needs it, or somebody has said so. */
  constructor(clock: Clock, onEnd: () => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#timer = clock.schedule(UNTIL_FIRST, onEnd);
  }

  get count(): number {
    return this.#open.size;
  }

  /** Answers with nothing until the emulator is stopped. */
  hold(request: IncomingMessage, response: ServerResponse): void {
    this.#timer.dispose();
    this.#open.add(response);
    request.socket.setTimeout(0);
    response.once('close', () => {
      this.#open.delete(response);
      if (this.#open.size === 0) this.#timer = this.#clock.schedule(AFTER_LAST, this.#onEnd);
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
  }

  /** Tells all who hold it, and ends it. */
  stop(): void {
    for (const response of this.#open) response.end('{"stopped":true}');
    // What it was asked by is answered first.
    this.#timer.dispose();
    this.#timer = this.#clock.schedule(0, this.#onEnd);
  }
}
