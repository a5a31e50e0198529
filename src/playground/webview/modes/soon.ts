/** After the last key, in milliseconds. */
const SOON = 300;

/** Does something a moment after it was wanted the last time, or at once where that is asked for. */
export class Soon {
  readonly #work: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(work: () => void) {
    this.#work = work;
  }

  /** Something waits to be done. */
  get isDue(): boolean {
    return this.#timer !== undefined;
  }

  want(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), SOON);
  }

  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work();
  }
}
