// Tokens.
const FULL = 15;
const RETRY = 1;
const SUCCESS = 0.1;

/**
 * Keeps a client from making an outage worse: a repeat takes a token, and without one nothing is repeated.
 * The scheme is that of the AWS SDKs' standard mode (500 tokens, 14 for a repeat, given back by the call
 * that succeeds, 1 for every other success), with smaller numbers: while nothing succeeds nothing comes
 * back, so a client makes at most 15 repeats in an outage, however many calls run into it. 50 calls are
 * then at most 65 requests, 1.3 times the calls. Theirs would allow 35 repeats, or 100 of throttled calls;
 * here a throttled call costs as much as any other, so that the bound holds for it too.
 */
export class RetryBucket {
  #tokens = FULL;

  /** Takes what one repeat costs; false when that is not there. */
  take(): boolean {
    // Tenths don't add up exactly.
    if (this.#tokens < RETRY - 1e-9) return false;
    this.#tokens -= RETRY;
    return true;
  }

  /** A call was answered, after a repeat or at once. */
  succeeded(repeated: boolean): void {
    if (this.#tokens < FULL) {
      this.#tokens = Math.min(FULL, this.#tokens + (repeated ? RETRY : SUCCESS));
    }
  }
}
