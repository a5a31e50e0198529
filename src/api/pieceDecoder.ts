import { tryParse } from '../base/json';
import { notJson } from './body';
import { TransportError } from './errors';
import { errorEnvelope } from './errors/decode';
import {
  asBuffer,
  ByteFragments,
  incomplete,
  PIECE_LIMIT,
  type PieceDecoder,
  tooLarge,
} from './pieces';
import type { WireAnswer } from './transport';

const INSIGNIFICANT = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const TYPES = ['', 'text/event-stream', 'application/json', 'text/plain'];

/**
 * Where a body begins to say what it is: spaces, line ends and a byte order mark don't. The length of
 * the bytes when nothing else is in them.
 */
export function firstSignificant(bytes: Uint8Array): number {
  const index = bytes.findIndex((byte) => !INSIGNIFICANT.has(byte));
  return index === -1 ? bytes.length : index;
}

/**
 * Chooses by what the body begins with: the declared type is not always true. Throws `TransportError`
 * (`notJson`) for what is neither events nor JSON.
 */
export function decoderFor(
  answer: Pick<WireAnswer, 'headers' | 'redact'>,
  first: number | undefined,
): PieceDecoder {
  const type = (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!TYPES.includes(type)) throw notJson(answer);
  if (first === 0x5b /* [ */ || first === 0x7b /* { */) return new JsonArrayDecoder();
  if (type === 'application/json' || first === 0x3c /* < */) throw notJson(answer);
  return new SseDecoder();
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
// Space, tab, LF, CR, comma, and the three bytes of a byte order mark.
const BETWEEN = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c, 0xef, 0xbb, 0xbf]);

/**
 * Cuts a JSON array of objects into its elements as it arrives, and takes a single object for an array
 * of one. Only brackets and strings are looked at, each byte once; whether an element is good JSON is
 * the parser's to say.
 */
export class JsonArrayDecoder implements PieceDecoder {
  readonly #limit: number;
  readonly #element = new ByteFragments();
  #depth = 0;
  /** Depth at which elements begin: 1 within an array, 0 for a single object. */
  #base: 0 | 1 | undefined;
  #inString = false;
  #escaped = false;
  #done = false;

  /** @param limit bytes of an element. */
  constructor(limit: number = PIECE_LIMIT) {
    this.#limit = limit;
  }

  push(chunk: Uint8Array): readonly string[] {
    const bytes = asBuffer(chunk);
    const elements: string[] = [];
    const string = new StringSearch(bytes);
    let from = 0;
    for (let at = 0; at < bytes.length;) {
      if (this.#inString) {
        at = this.#skipString(string, at);
        continue;
      }
      const byte = bytes[at++] ?? 0;
      if (byte === QUOTE && this.#inElement) this.#inString = true;
      else if (OPENING.has(byte)) {
        if (this.#open(byte)) from = at - 1;
      } else if (CLOSING.has(byte)) {
        if (this.#close()) elements.push(this.#take(bytes.subarray(from, at)));
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

  /** Whether an element begins here. */
  #open(byte: number): boolean {
    if (this.#done) throw notAnArray();
    this.#base ??= byte === 0x5b ? 1 : 0;
    this.#depth += 1;
    return this.#depth === this.#base + 1;
  }

  /** Whether an element ends here. */
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

  /** Goes on within a string: to its end, past its next escape, or to the end of the bytes. */
  #skipString(string: StringSearch, start: number): number {
    if (this.#escaped) {
      this.#escaped = false;
      return start + 1;
    }
    const { end, escaped } = string.from(start);
    this.#escaped = escaped;
    this.#inString = escaped || end === string.length;
    return Math.min(end + 1, string.length);
  }
}

/** Finds what comes first, a quote or a backslash. Each is searched anew only when passed. */
class StringSearch {
  readonly #bytes: Buffer;
  #quote = -1;
  #backslash = -1;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  from(start: number): { readonly end: number; readonly escaped: boolean } {
    if (this.#quote < start) this.#quote = this.#find(QUOTE, start);
    if (this.#backslash < start) this.#backslash = this.#find(BACKSLASH, start);
    return this.#backslash < this.#quote
      ? { end: this.#backslash, escaped: true }
      : { end: this.#quote, escaped: false };
  }

  #find(byte: number, start: number): number {
    const index = this.#bytes.indexOf(byte, start);
    return index === -1 ? this.#bytes.length : index;
  }
}

function notAnArray(): TransportError {
  return new TransportError('notJson', 'The answer is not a JSON array of objects.', {
    hint: 'Something between here and the service may have changed the answer. Check the endpoint and the proxy.',
  });
}

const LF = 10;
const CR = 13;
const SPACE = 32;
const COLON = 58;
const FIELDS = ['data', 'event', 'id', 'retry'];

/** Characters of an error without `data:`. */
const BARE_LIMIT = 64 * 1024;
const BARE_START = /^\s*[[{]/;
const BARE_END = /[\]}]\s*$/;

/**
 * Reads server-sent events (WHATWG HTML, section 9.2) from bytes that may be cut anywhere: the data of
 * each event, without empty events and the `[DONE]` mark, and an error that stands between them without `data:`, as
 * the service and gateways write it when a stream fails. Other fields and comments are read and
 * dropped. Each byte is searched once and decoded once; only whole lines are decoded, so no character is
 * ever cut.
 */
export class SseDecoder implements PieceDecoder {
  readonly #limit: number;
  /** The line whose end has not come yet. */
  readonly #partial = new ByteFragments();
  #first = true;
  /** The last line ended with CR, so a LF that follows is part of the same end. */
  #afterCr = false;
  #data: string | undefined;
  /** Earlier data lines of the event, in the rare case that it has several. */
  #earlier: string[] = [];
  #earlierLength = 0;
  #events: string[] = [];
  #unknownLines = 0;
  /** Lines of JSON without `data:` whose end has not come. */
  #bare = '';

  /** @param limit bytes of a line, and characters of an event. */
  constructor(limit: number = PIECE_LIMIT) {
    this.#limit = limit;
  }

  /** Lines so far that are no field, comment or blank: signs of a body that is no event stream. */
  get unknownLines(): number {
    return this.#unknownLines;
  }

  push(chunk: Uint8Array): readonly string[] {
    this.#events = [];
    let bytes = asBuffer(chunk);
    if (this.#afterCr && bytes.length > 0) {
      this.#afterCr = false;
      if (bytes[0] === LF) bytes = bytes.subarray(1);
    }
    const end = lastLineEnd(bytes);
    if (end === 0) {
      this.#keep(bytes);
      return this.#events;
    }
    const start = this.#partial.length > 0 ? this.#finishPartial(bytes) : 0;
    if (start < end) this.#readLines(this.#withoutBom(bytes.toString('utf8', start, end)));
    if (end < bytes.length) this.#keep(bytes.subarray(end));
    else this.#afterCr = bytes[end - 1] === CR;
    return this.#events;
  }

  end(): readonly string[] {
    const rest = this.#withoutBom(this.#partial.takeText());
    this.#events = [];
    if (rest !== '') {
      const known = rest.startsWith(':') || FIELDS.includes(rest.split(':', 1)[0] ?? '');
      if (known) this.#readLine(rest, 0, rest.length);
      else if (!this.#readBare(rest)) throw incomplete();
    }
    this.#dispatch();
    if (this.#bare !== '') throw incomplete();
    return this.#events;
  }

  #keep(bytes: Buffer): void {
    if (this.#partial.length + bytes.length > this.#limit) throw tooLarge(this.#limit);
    if (bytes.length > 0) this.#partial.push(bytes);
  }

  /** Completes the line that earlier chunks began; gives where the next one starts. */
  #finishPartial(bytes: Buffer): number {
    const end = firstLineEnd(bytes);
    this.#keep(bytes.subarray(0, end));
    const line = this.#withoutBom(this.#partial.takeText());
    this.#readLine(line, 0, line.length);
    return bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : end + 1;
  }

  #withoutBom(text: string): string {
    if (!this.#first || text === '') return text;
    this.#first = false;
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  /** @param text whole lines, the last one with its end. */
  #readLines(text: string): void {
    const length = text.length;
    // The next of each kind of line end, searched again only when passed: no character is searched twice.
    let lf = -1;
    let cr = -1;
    for (let start = 0; start < length;) {
      const first = text.charCodeAt(start);
      if (first === LF || first === CR) {
        // Every other line of a stream is blank: not worth two searches.
        this.#dispatch();
        start += 1;
        continue;
      }
      if (lf < start) lf = orEnd(text.indexOf('\n', start), length);
      if (cr < start) cr = orEnd(text.indexOf('\r', start), length);
      const end = lf < cr ? lf : cr;
      this.#readLine(text, start, end);
      start = cr + 1 === lf ? lf + 1 : end + 1;
    }
  }

  /** One line, without its end. */
  #readLine(text: string, start: number, end: number): void {
    if (start === end) {
      this.#dispatch();
    } else if (isData(text, start)) {
      // A colon, and one space that may follow it.
      const from = text.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5;
      this.#addData(text.slice(from, end));
    } else if (!isDropped(text, start)) {
      this.#readOther(text.slice(start, end));
    }
  }

  #readOther(line: string): void {
    const name = line.split(':', 1)[0] ?? '';
    if (name === 'data') this.#addData('');
    else if (!FIELDS.includes(name)) {
      this.#unknownLines += 1;
      this.#readBare(line);
    }
  }

  /** Takes a line without a field. Whether it ends an error, which is a piece then. */
  #readBare(line: string): boolean {
    if (this.#bare === '' && !BARE_START.test(line)) return false;
    this.#bare += `${line}\n`;
    if (this.#bare.length > BARE_LIMIT) this.#bare = '';
    const json = BARE_END.test(line) ? tryParse(this.#bare) : undefined;
    if (json === undefined) return false;
    const isError = errorEnvelope(json) !== undefined;
    if (isError) {
      this.#dispatch();
      this.#events.push(this.#bare);
    }
    this.#bare = '';
    return isError;
  }

  #addData(line: string): void {
    if (this.#data !== undefined) {
      this.#earlier.push(this.#data);
      this.#earlierLength += this.#data.length + 1;
      if (this.#earlierLength + line.length > this.#limit) throw tooLarge(this.#limit);
    }
    this.#data = line;
  }

  #dispatch(): void {
    if (this.#data === undefined) return;
    let data = this.#data;
    this.#data = undefined;
    if (this.#earlier.length > 0) {
      data = `${this.#earlier.join('\n')}\n${data}`;
      this.#earlier = [];
      this.#earlierLength = 0;
    }
    if (data !== '' && data !== '[DONE]') this.#events.push(data);
  }
}

function orEnd(index: number, end: number): number {
  return index === -1 ? end : index;
}

/** Whether `data:` stands there. By character, which is compiled to less than `startsWith`. */
function isData(text: string, start: number): boolean {
  return (
    text.charCodeAt(start) === 0x64 &&
    text.charCodeAt(start + 1) === 0x61 &&
    text.charCodeAt(start + 2) === 0x74 &&
    text.charCodeAt(start + 3) === 0x61 &&
    text.charCodeAt(start + 4) === COLON
  );
}

/** Whether a line is a comment, or names its event, as each of many does, which the data says as well. */
function isDropped(text: string, start: number): boolean {
  const first = text.charCodeAt(start);
  return first === COLON || (first === 0x65 && text.startsWith('event:', start));
}

/** Where the last whole line ends, its end included; 0 when there is none. */
function lastLineEnd(bytes: Buffer): number {
  const last = bytes[bytes.length - 1];
  if (last === LF || last === CR) return bytes.length;
  const lf = bytes.lastIndexOf(LF);
  return Math.max(lf, lf + 1 + bytes.subarray(lf + 1).lastIndexOf(CR)) + 1;
}

/** Index of the first line end; there is one. */
function firstLineEnd(bytes: Buffer): number {
  const lf = bytes.indexOf(LF);
  const before = lf === -1 ? bytes : bytes.subarray(0, lf);
  const cr = before.indexOf(CR);
  return cr === -1 ? lf : cr;
}
