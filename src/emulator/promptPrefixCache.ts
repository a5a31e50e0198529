/** Lifetime of a prefix in ms after its last use. Not published. */
const KEPT_MS = 5 * 60 * 1000;
/** Maximum number of prefixes. The oldest are removed first. */
const MAX_PREFIXES = 20_000;

/** Hashes of sent prompt prefixes with their last use in emulator time. Not saved. */
export class PromptPrefixCache {
  readonly #time: { now(): number };
  /** In ms since 1970, sorted by time. */
  readonly #sent = new Map<string, number>();

  constructor(time: { now(): number }) {
    this.#time = time;
  }

  clear(): void {
    this.#sent.clear();
  }

  has(digest: string): boolean {
    const at = this.#sent.get(digest);
    // The clock may have been moved back.
    return at !== undefined && Math.abs(this.#time.now() - at) < KEPT_MS;
  }

  add(digests: readonly string[]): void {
    const now = this.#time.now();
    for (const digest of digests) {
      this.#sent.delete(digest);
      this.#sent.set(digest, now);
    }
    for (const digest of this.#sent.keys()) {
      if (this.#sent.size <= MAX_PREFIXES) return;
      this.#sent.delete(digest);
    }
  }
}
