import type { Saved } from './saved';

/** A draft up to this many UTF-16 units is saved with every key: writing it takes well under a millisecond. */
const SMALL = 100_000;
const SOON_MS = 300;
/** A huge draft is saved less often: saving writes all of it as JSON. */
const LATER_MS = 1000;
const HUGE = 1_000_000;

/**
 * Saves the panel's state after it changed, and at once when the panel is hidden. What is typed can't
 * wait: VS Code takes the page away on *Reload Window* without telling it first.
 */
export class Keeper<T = Saved> {
  readonly #read: () => T;
  readonly #write: (saved: T) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queued = false;

  /** @param onHidden takes what is to be called when the page is hidden or leaves. */
  constructor(read: () => T, write: (saved: T) => void, onHidden: (flush: () => void) => void) {
    this.#read = read;
    this.#write = write;
    onHidden(() => this.#flush());
  }

  /** The draft changed, or something that changes as seldom. Several changes of one task are saved together. */
  changed(draftLength: number): void {
    if (draftLength > SMALL) {
      this.#wait(draftLength);
      return;
    }
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      this.#save();
    });
  }

  /** The place of reading changed, as it does with every frame of scrolling. */
  scrolled(draftLength: number): void {
    this.#wait(draftLength);
  }

  #wait(draftLength: number): void {
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
