import { englishSize } from '../base/format';
import { TransportError } from './errors';
import { redact, type Redactor } from './redact';

/** Cuts a body, as it arrives, into the texts of its JSON values. */
export interface PieceDecoder {
  /** The texts that these bytes complete. */
  push(bytes: Uint8Array): readonly string[];
  /**
   * To be called at the end of the body: the texts that are left, if they may be pieces without their end marks.
   * Throws `TransportError` (`incomplete`) when something is left that can't be one.
   */
  end(): readonly string[];
}

/** Bytes of one line or element; images come whole in one. */
export const PIECE_LIMIT = 64 * 1024 * 1024;

export function tooLarge(limit: number): TransportError {
  return new TransportError(
    'tooLarge',
    `A piece of the answer is larger than the limit of ${englishSize(limit)}.`,
    { hint: 'Ask for a smaller answer; the text that came before is kept.' },
  );
}

export function incomplete(cause?: unknown): TransportError {
  return new TransportError('incomplete', 'The connection ended in the middle of the answer.', {
    hint: 'Try again.',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** What is known of an answer before its body comes. */
export interface AnswerHead {
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** Takes the secrets of this request out of a text that quotes the answer. */
  readonly redact?: Redactor;
}

/** Says that an answer with a good status is none of the service's. */
export function notJson(answer: AnswerHead): TransportError {
  const type = (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim() ?? '';
  const html = /html/i.test(type);
  const shown = (answer.redact ?? redact)(type);
  return new TransportError(
    'notJson',
    html
      ? "A web page came instead of the service's answer."
      : `Something else than JSON came instead of the service's answer${shown === '' ? '' : ` (${shown})`}.`,
    {
      hint: html
        ? 'The network may want you to sign in first (open a page in the browser), or a proxy answered in place of the service. Then try again.'
        : 'Check the endpoint of the connection and the proxy.',
    },
  );
}

// Bytes. Smaller pieces are copied together, so that a body that comes byte by byte doesn't become
// millions of objects; larger ones are kept as they are.
const SMALL = 4096;
const BLOCK = 16_384;

/**
 * Bytes that arrive in pieces and are wanted as one text. Every byte is copied at most twice, whatever
 * the size of the pieces: the work is linear.
 */
export class ByteFragments {
  #parts: Buffer[] = [];
  #block: Buffer | undefined;
  // The block's bytes from #start to #end are not among the parts yet.
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

  /** Everything so far as UTF-8 text; begins anew. */
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

/** The same bytes as a Buffer, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
