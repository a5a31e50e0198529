import type { DatabaseSync } from 'node:sqlite';

/** A state whose file can be closed until it is used again. */
interface Releasable {
  /** False while it is in use. */
  release(): boolean;
}

/** Files of sessions that are open at the same time; each has up to three in use by SQLite. */
const MAX_OPEN = 32;

/** Keeps the number of open files below a limit, however many sessions there are. */
export class OpenFiles {
  /** The one that was used last is the last. */
  readonly #open = new Set<Releasable>();

  used(state: Releasable): void {
    this.#open.delete(state);
    this.#open.add(state);
    if (this.#open.size <= MAX_OPEN) return;
    for (const other of this.#open) {
      if (other !== state && other.release()) {
        this.#open.delete(other);
        return;
      }
    }
  }
}

/** The file of a state that is written with its first change. */
export interface StateFile {
  /** Whether it has content. */
  exists(): boolean;
  /** Makes its folder where there is none. Throws `AppError` if it can't be used. */
  open(): DatabaseSync;
  /** Notes that it is open, and in use. */
  used(state: Releasable): void;
}
