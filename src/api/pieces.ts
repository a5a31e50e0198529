import { englishSize } from '../base/format';
import { TransportError } from './errors';
import { redact, type Redactor } from './redact';

export interface PieceDecoder {
  push(bytes: Uint8Array): readonly string[];
  /**
   * Returns remaining texts at the end of the body. Throws `TransportError` (`incomplete`) if the rest is invalid.
   */
  end(): readonly string[];
}

/** Maximum bytes per line or element; an image arrives as one. */
export const PIECE_LIMIT = 64 * 1024 * 1024;

export function tooLarge(limit: number): TransportError {
  return new TransportError(
    'tooLarge',
    `Part of the response exceeds the limit of ${englishSize(limit)}.`,
    { hint: 'Request a shorter response. The partial response is still available.' },
  );
}

export function incomplete(cause?: unknown): TransportError {
  return new TransportError(
    'incomplete',
    'The connection closed before the response was complete.',
    {
      hint: 'Try again.',
      ...(cause === undefined ? {} : { cause }),
    },
  );
}

export interface ResponseHead {
  /** Lowercase header names. */
  readonly headers: { readonly [name: string]: string };
  /** Redacts this request's secrets in text that quotes the response. */
  readonly redact?: Redactor;
}

export function notJson(answer: ResponseHead): TransportError {
  const type = (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim() ?? '';
  const html = /html/i.test(type);
  const shown = (answer.redact ?? redact)(type);
  return new TransportError(
    'notJson',
    html
      ? 'The response is a web page instead of JSON.'
      : `The response isn’t JSON${shown === '' ? '' : ` (${shown})`}.`,
    {
      hint: html
        ? 'Your network may require you to sign in (open any page in a browser), or a proxy may have responded. Then try again.'
        : 'Check the connection’s endpoint and the proxy.',
    },
  );
}

// In bytes. Smaller chunks are merged, so that a slow body doesn't create millions of objects.
const SMALL = 4096;
const BLOCK = 16_384;

/** Joins byte chunks into text. Copies each byte at most twice, so the work is linear. */
export class ByteFragments {
  #parts: Buffer[] = [];
  #block: Buffer | undefined;
  #start = 0;
  #end = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(bytes: Buffer): void {
    this.#length += bytes.length;
    if (bytes.length >= SMALL) {
      this.#seal();
      this.#parts.push(bytes);
      return;
    }
    if (!this.#block || this.#block.length - this.#end < bytes.length) {
      this.#seal();
      this.#block = Buffer.allocUnsafe(BLOCK);
      this.#start = this.#end = 0;
    }
    this.#end += bytes.copy(this.#block, this.#end);
  }

  takeText(): string {
    const text = this.#text();
    this.#parts = [];
    this.#start = this.#end = this.#length = 0;
    return text;
  }

  #text(): string {
    if (this.#parts.length === 0) return this.#block?.toString('utf8', 0, this.#end) ?? '';
    this.#seal();
    return Buffer.concat(this.#parts, this.#length).toString('utf8');
  }

  #seal(): void {
    if (!this.#block || this.#end === this.#start) return;
    this.#parts.push(this.#block.subarray(this.#start, this.#end));
    this.#start = this.#end;
  }
}

export function asBuffer(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
