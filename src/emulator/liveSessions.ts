import type { Disposable } from '../base/disposable';

export interface OpenSession {
  /** Sends `goAway` and closes after this number of seconds. */
  goAway(seconds: number): void;
}

/** Approximate time after which the live API closes a connection. */
const CONNECTION_SECONDS = 600;

export class LiveSessions {
  /** In seconds of emulator time. */
  connectionSeconds = CONNECTION_SECONDS;
  readonly #open = new Set<OpenSession>();

  get size(): number {
    return this.#open.size;
  }

  add(session: OpenSession): Disposable {
    this.#open.add(session);
    return { dispose: () => void this.#open.delete(session) };
  }

  goAway(seconds: number): void {
    for (const session of [...this.#open]) session.goAway(seconds);
  }
}
