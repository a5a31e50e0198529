/** How long a beginning is known after it was last sent. The service publishes none. */
const KEPT_MS = 5 * 60 * 1000;
/** So many are known at once; the oldest go first. */
const MOST = 20_000;

/** The digests of beginnings of prompts, and when each was sent last on the service's clock. A restart forgets them. */
export class SentBeginnings {
  readonly #time: { now(): number };
  /** In milliseconds since 1970; the latest are the last. */
  readonly #sent = new Map<string, number>();

  constructor(time: { now(): number }) {
    this.#time = time;
  }

  clear(): void {
    this.#sent.clear();
  }

  has(digest: string): boolean {
    const at = this.#sent.get(digest);
    // The clock may have been turned back.
    return at !== undefined && Math.abs(this.#time.now() - at) < KEPT_MS;
  }

  add(digests: readonly string[]): void {
    const now = this.#time.now();
    for (const digest of digests) {
      this.#sent.delete(digest);
      this.#sent.set(digest, now);
    }
    for (const digest of this.#sent.keys()) {
      if (this.#sent.size <= MOST) return;
      this.#sent.delete(digest);
    }
  }
}
