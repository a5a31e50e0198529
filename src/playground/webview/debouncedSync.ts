/** After the last key, in milliseconds. */
const PAUSE_MS = 300;

/** Tells the host something a moment after it was wanted the last time, or at once where that is asked for. */
export class DebouncedSync {
  readonly #work: () => Promise<unknown>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = 0;
  #conversation = '';

  /** @param work never rejects */
  constructor(work: () => Promise<unknown>) {
    this.#work = work;
  }

  /** The host does not know it yet: what comes from there until then is older than what is here. */
  get isDue(): boolean {
    return this.#timer !== undefined || this.#running > 0;
  }

  /** Whether what the host has of a conversation is to be shown: also where it is older, if it is of another one. */
  takes(conversation: string): boolean {
    const isOther = conversation !== this.#conversation;
    this.#conversation = conversation;
    return isOther || !this.isDue;
  }

  want(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), PAUSE_MS);
  }

  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running++;
    void this.#work().finally(() => this.#running--);
  }
}
