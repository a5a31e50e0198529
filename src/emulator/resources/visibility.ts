import type { ServiceTime } from '../state/time';

/**
 * What is there and not seen yet, as new things at the service are for some seconds: neither found nor
 * listed, nor a parent to create in. Nothing is, unless a fault asks for it; a restart forgets it.
 */
export class Visibility {
  readonly #time: ServiceTime;
  /** Milliseconds since 1970 at which each is seen. */
  readonly #until = new Map<string, number>();
  #delay = 0;

  constructor(time: ServiceTime) {
    this.#time = time;
  }

  /** What is created within `run` is not seen for so many milliseconds of the service's time. */
  during<T>(delay: number, run: () => T): T {
    this.#delay = delay;
    try {
      return run();
    } finally {
      this.#delay = 0;
    }
  }

  /** Takes the name of what is created. */
  created(name: string): void {
    if (this.#delay === 0) return;
    const now = this.#time.now();
    for (const [other, until] of this.#until) if (until <= now) this.#until.delete(other);
    this.#until.set(name, now + this.#delay);
  }

  clear(): void {
    this.#until.clear();
  }

  isSeen(name: string): boolean {
    if (this.#until.size === 0) return true;
    return (this.#until.get(name) ?? 0) <= this.#time.now();
  }
}
