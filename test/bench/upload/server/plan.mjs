/**
 * Something that happens when an upload has come so far.
 * @typedef {object} Break
 * @property {number} at Bytes.
 * @property {'reset' | 'pause' | 'unavailable' | 'unauthorized' | 'tell'} kind
 * @property {number} [ms] Of a pause.
 */

/**
 * What is to happen to the next upload.
 * @typedef {object} Plan
 * @property {readonly Break[]} [breaks] In order.
 * @property {boolean} [digests] Whether the content is to be known, which costs the server time.
 * @property {boolean} [losesAnswer] The answer to the last piece is lost, once.
 * @property {number} [rate] Bytes per second that are read at most.
 */

/**
 * What the server has seen since its last plan.
 * @typedef {object} Seen
 * @property {{ command: string, at: number, status: number }[]} commands With what else happened; in ms since 1970.
 * @property {number} received Bytes, also those that were not kept.
 * @property {number} lastByteAt In ms since 1970.
 * @property {readonly string[]} digests Of the files that are there: SHA-256 in hexadecimal, or nothing.
 */
