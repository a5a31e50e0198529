import { CancelledError } from '../../base/errors';

/** Lets a few go at once, in the order in which they came. */
export class Slots {
  readonly #limit: () => number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  /** @param limit how many may go; asked anew whenever one comes or leaves. */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** Whether the next one would have to wait. */
  get isFull(): boolean {
    return this.#waiting.length > 0 || this.#taken >= this.#limit();
  }

  /** Does work when there is room for it. Throws what that throws, and `CancelledError` when the wait is given up. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#taken--;
      this.#letIn();
    }
  }

  #enter(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(new CancelledError(signal.reason));
        return;
      }
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(new CancelledError(signal.reason));
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(enter);
      this.#letIn();
    });
  }

  #letIn(): void {
    while (this.#taken < this.#limit()) {
      const enter = this.#waiting.shift();
      if (!enter) return;
      this.#taken++;
      enter();
    }
  }
}
