import { tryParse } from '../base/json';
import { errorEnvelope } from './errors/decode';
import {
  asBuffer,
  ByteFragments,
  incomplete,
  PIECE_LIMIT,
  type PieceDecoder,
  tooLarge,
} from './pieces';

const LF = 10;
const CR = 13;
const SPACE = 32;
const COLON = 58;

/** A raw SSE event; lines of one field are joined by LF. */
export interface StreamEvent {
  readonly event?: string;
  readonly id?: string;
  readonly retry?: string;
  readonly comment?: string;
  readonly data?: string;
  /** Whether the data lacked `data:`, such as an error that ends a stream. */
  readonly isBare?: boolean;
}

type Field = 'comment' | 'event' | 'id' | 'retry';

const FIELDS = new Map<string, Field>([
  ['', 'comment'],
  ['event', 'event'],
  ['id', 'id'],
  ['retry', 'retry'],
]);

/** In characters, for an error without `data:`. */
const BARE_LIMIT = 64 * 1024;
const BARE_START = /^\s*[[{]/;
const BARE_END = /[\]}]\s*$/;

/**
 * Parses SSE (WHATWG HTML, section 9.2), skipping empty events and `[DONE]`. Also accepts errors without `data:`, as
 * the API and gateways send. Linear time; decodes only complete lines, so UTF-8 is never split.
 */
export class SseDecoder implements PieceDecoder {
  readonly #limit: number;
  readonly #onEvent: ((event: StreamEvent) => void) | undefined;
  readonly #partial = new ByteFragments();
  #first = true;
  /** Whether the last line ended with CR, so that a following LF is skipped. */
  #afterCr = false;
  #data: string | undefined;
  #earlier: string[] = [];
  #earlierLength = 0;
  /** Other fields of the event, only for `onEvent`. */
  #fields: { [field in Field]?: string } | undefined;
  #events: string[] = [];
  #unknownLines = 0;
  #bare = '';

  /**
   * @param onEvent called with every event, also without data, before its data is returned
   * @param limit in bytes per line and characters per event
   */
  constructor(onEvent?: (event: StreamEvent) => void, limit: number = PIECE_LIMIT) {
    this.#onEvent = onEvent;
    this.#limit = limit;
  }

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
      const name = rest.split(':', 1)[0] ?? '';
      if (name === 'data' || FIELDS.has(name)) this.#readLine(rest, 0, rest.length);
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

  #readLines(text: string): void {
    const length = text.length;
    // Cached positions of the next CR and LF, so that each character is searched once.
    let lf = -1;
    let cr = -1;
    for (let start = 0; start < length;) {
      const first = text.charCodeAt(start);
      if (first === LF || first === CR) {
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

  #readLine(text: string, start: number, end: number): void {
    if (start === end) {
      this.#dispatch();
    } else if (isData(text, start)) {
      const from = text.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5;
      this.#addData(text.slice(from, end));
    } else if (this.#onEvent || !isDropped(text, start)) {
      this.#readOther(text.slice(start, end));
    }
  }

  #readOther(line: string): void {
    const name = line.split(':', 1)[0] ?? '';
    const field = FIELDS.get(name);
    if (name === 'data') this.#addData('');
    else if (field) this.#addField(field, line.slice(name.length + 1));
    else {
      this.#unknownLines += 1;
      this.#readBare(line);
    }
  }

  #addField(field: Field, text: string): void {
    if (!this.#onEvent) return;
    const fields = (this.#fields ??= {});
    const value = field === 'comment' ? text : text.replace(/^ /, '');
    const before = fields[field];
    const joined = before === undefined ? value : `${before}\n${value}`;
    if (joined.length > this.#limit) throw tooLarge(this.#limit);
    fields[field] = joined;
  }

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
      this.#onEvent?.({ data: this.#bare, isBare: true });
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
    if (this.#data === undefined && !this.#fields) return;
    let data = this.#data;
    this.#data = undefined;
    if (this.#earlier.length > 0) {
      data = `${this.#earlier.join('\n')}\n${data}`;
      this.#earlier = [];
      this.#earlierLength = 0;
    }
    if (this.#onEvent) {
      this.#onEvent({ ...this.#fields, ...(data !== undefined && { data }) });
      this.#fields = undefined;
    }
    if (data !== undefined && data !== '' && data !== '[DONE]') this.#events.push(data);
  }
}

function orEnd(index: number, end: number): number {
  return index === -1 ? end : index;
}

/** Whether the line starts with `data:`. Character comparison is faster than `startsWith`. */
function isData(text: string, start: number): boolean {
  return (
    text.charCodeAt(start) === 0x64 &&
    text.charCodeAt(start + 1) === 0x61 &&
    text.charCodeAt(start + 2) === 0x74 &&
    text.charCodeAt(start + 3) === 0x61 &&
    text.charCodeAt(start + 4) === COLON
  );
}

function isDropped(text: string, start: number): boolean {
  const first = text.charCodeAt(start);
  return first === COLON || (first === 0x65 && text.startsWith('event:', start));
}

function lastLineEnd(bytes: Buffer): number {
  const last = bytes[bytes.length - 1];
  if (last === LF || last === CR) return bytes.length;
  const lf = bytes.lastIndexOf(LF);
  return Math.max(lf, lf + 1 + bytes.subarray(lf + 1).lastIndexOf(CR)) + 1;
}

function firstLineEnd(bytes: Buffer): number {
  const lf = bytes.indexOf(LF);
  const before = lf === -1 ? bytes : bytes.subarray(0, lf);
  const cr = before.indexOf(CR);
  return cr === -1 ? lf : cr;
}
