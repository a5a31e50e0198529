import { Debouncer } from '../../base/async';
import { systemClock } from '../../base/clock';

/** After the last key, in milliseconds. */
const PAUSE_MS = 300;

/** Tells the host something a moment after it was wanted the last time, or at once where that is asked for. */
export class DebouncedSync {
  readonly #debouncer: Debouncer;
  /** Calls that the host has not answered. */
  #running = 0;
  #conversation = '';

  /** @param work never rejects */
  constructor(work: () => Promise<unknown>) {
    this.#debouncer = new Debouncer(systemClock, PAUSE_MS, () => {
      this.#running++;
      void work().finally(() => this.#running--);
    });
  }

  /** The host does not know it yet: what comes from there until then is older than what is here. */
  get isDue(): boolean {
    return this.#debouncer.isPending || this.#running > 0;
  }

  /** Whether what the host has of a conversation is to be shown: also where it is older, if it is of another one. */
  takes(conversation: string): boolean {
    const isOther = conversation !== this.#conversation;
    this.#conversation = conversation;
    return isOther || !this.isDue;
  }

  want(): void {
    this.#debouncer.trigger();
  }

  flush(): void {
    this.#debouncer.flush();
  }
}
