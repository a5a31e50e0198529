import { TransportError } from './errors';
import {
  asBuffer,
  ByteFragments,
  incomplete,
  PIECE_LIMIT,
  type PieceDecoder,
  tooLarge,
} from './pieces';

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
// Space, tab, LF, CR, comma, and the UTF-8 byte order mark.
const BETWEEN = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c, 0xef, 0xbb, 0xbf]);

/**
 * Splits a streamed JSON array into elements; a single object counts as one element. Tracks only brackets and
 * strings, in one pass; the JSON parser validates elements.
 */
export class JsonArrayDecoder implements PieceDecoder {
  readonly #limit: number;
  readonly #element = new ByteFragments();
  #depth = 0;
  #base: 0 | 1 | undefined;
  #inString = false;
  #escaped = false;
  #done = false;

  /** @param limit maximum element size in bytes */
  constructor(limit: number = PIECE_LIMIT) {
    this.#limit = limit;
  }

  push(chunk: Uint8Array): readonly string[] {
    const bytes = asBuffer(chunk);
    const elements: string[] = [];
    let from = 0;
    for (const [at, byte] of bytes.entries()) {
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE && this.#inElement) this.#inString = true;
      else if (OPENING.has(byte)) {
        if (this.#open(byte)) from = at;
      } else if (CLOSING.has(byte)) {
        if (this.#close()) elements.push(this.#take(bytes.subarray(from, at + 1)));
      } else if (!this.#inElement && !BETWEEN.has(byte)) throw notAnArray();
    }
    if (this.#inElement) this.#keep(bytes.subarray(from));
    return elements;
  }

  end(): readonly string[] {
    if (this.#base !== undefined && !this.#done) throw incomplete();
    return [];
  }

  get #inElement(): boolean {
    return this.#base !== undefined && this.#depth > this.#base;
  }

  #open(byte: number): boolean {
    if (this.#done) throw notAnArray();
    this.#base ??= byte === 0x5b ? 1 : 0;
    this.#depth += 1;
    return this.#depth === this.#base + 1;
  }

  #close(): boolean {
    if (this.#depth === 0 || this.#done) throw notAnArray();
    this.#depth -= 1;
    this.#done = this.#depth === 0;
    return this.#depth === this.#base;
  }

  #keep(bytes: Buffer): void {
    if (this.#element.length + bytes.length > this.#limit) throw tooLarge(this.#limit);
    this.#element.push(bytes);
  }

  #take(last: Buffer): string {
    this.#keep(last);
    return this.#element.takeText();
  }
}

function notAnArray(): TransportError {
  return new TransportError('notJson', 'The response isn’t a JSON array of objects.', {
    hint: 'A gateway or proxy may have changed the response. Check the endpoint and the proxy.',
  });
}
