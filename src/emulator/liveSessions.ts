import type { Disposable } from '../base/disposable';

/** What can be told to every live session. */
export interface OpenSession {
  /** Tells its client that it ends in so many seconds, and ends it then. */
  goAway(seconds: number): void;
}

/** The service closes a connection after about so long. */
const CONNECTION_SECONDS = 600;

/** The live sessions that are open, and how long the connection of a new one lasts. */
export class LiveSessions {
  /** Seconds of the service's time. */
  connectionSeconds = CONNECTION_SECONDS;
  readonly #open = new Set<OpenSession>();

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Counts one until the returned object is disposed. */
  add(session: OpenSession): Disposable {
    this.#open.add(session);
    return { dispose: () => void this.#open.delete(session) };
  }

  /** Tells all that are open to go. */
  goAway(seconds: number): void {
    for (const session of [...this.#open]) session.goAway(seconds);
  }
}
