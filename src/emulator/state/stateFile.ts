import type { DatabaseSync } from 'node:sqlite';

interface Releasable {
  release(): boolean;
}

/** Maximum number of open session files. SQLite uses up to three file handles for each. */
const MAX_OPEN = 32;

export class OpenFiles {
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

export interface StateFile {
  exists(): boolean;
  /** Creates its folder if needed. Throws `AppError` if unusable. */
  open(): DatabaseSync;
  used(state: Releasable): void;
}
