import { createHash } from 'node:crypto';

/** What of a piece that breaks off is kept: whole multiples of so many bytes. */
const KEPT = 256 * 1024;

/** An upload as the service keeps it. */
export class Session {
  /** Bytes that are there for good. */
  kept = 0;
  /** Bytes after them, which a break takes away. */
  #loose = 0;
  /** All that came, also what was not kept. */
  received = 0;
  /** In ms since 1970. */
  lastByteAt = 0;
  isFinal = false;
  isCancelled = false;
  #hash;
  #block;

  /**
   * @param {number} size As the client said at the start.
   * @param {boolean} digests Whether the content is to be known in the end, which costs the server time.
   */
  constructor(size, digests) {
    this.size = size;
    this.#hash = digests ? createHash('sha256') : undefined;
    this.#block = digests ? Buffer.alloc(KEPT) : undefined;
  }

  /** How far it is, with what may still be taken away. */
  get position() {
    return this.kept + this.#loose;
  }

  /** As the service names it. */
  get state() {
    if (this.isFinal) return 'final';
    return this.isCancelled ? 'cancelled' : 'active';
  }

  /** @param {Buffer} bytes */
  take(bytes) {
    this.received += bytes.length;
    if (this.#block !== undefined) {
      this.#digest(bytes);
      return;
    }
    const position = this.position + bytes.length;
    this.kept = Math.floor(position / KEPT) * KEPT;
    this.#loose = position - this.kept;
  }

  /** The piece came whole: all of it stays. */
  keep() {
    this.#hash?.update(this.#block?.subarray(0, this.#loose) ?? '');
    this.kept += this.#loose;
    this.#loose = 0;
  }

  /** The piece broke off. */
  drop() {
    this.#loose = 0;
  }

  /** @returns {string} SHA-256 in hexadecimal; empty where nobody wants to know. */
  finish() {
    this.isFinal = true;
    return this.#hash?.digest('hex') ?? '';
  }

  /** @param {Buffer} bytes */
  #digest(bytes) {
    let rest = bytes;
    while (rest.length > 0) {
      const taken = rest.copy(/** @type {Buffer} */ (this.#block), this.#loose);
      this.#loose += taken;
      rest = rest.subarray(taken);
      if (this.#loose === KEPT) this.keep();
    }
  }
}
