import type { Saved } from './saved';

const SOON_MS = 300;
/** A huge draft is saved less often: saving writes all of it as JSON. */
const LATER_MS = 1000;
const HUGE = 1_000_000;

/** Saves the panel's state a moment after it changed, and at once when the panel is hidden. */
export class Keeper {
  readonly #read: () => Saved;
  readonly #write: (saved: Saved) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(read: () => Saved, write: (saved: Saved) => void) {
    this.#read = read;
    this.#write = write;
    document.addEventListener('visibilitychange', () => this.#flush());
    window.addEventListener('pagehide', () => this.#flush());
  }

  changed(draftLength: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), draftLength > HUGE ? LATER_MS : SOON_MS);
  }

  #flush(): void {
    if (this.#timer !== undefined) this.#save();
  }

  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#write(this.#read());
  }
}
