import { TransportError } from '../api/errors';
import { tryParse } from '../base/json';
import { errorEnvelope } from '../api/errors/decode';
import type { Redactor } from '../api/redact';
import type { JsonObject } from '../api/schema/row';
import { StreamDecoder } from '../api/streamDecoder';
import type { WireAnswer } from '../api/transport';

/** Bytes of a body that are kept. */
export const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** Characters of an indented text: deeply nested brackets could make it as large as the square of the source. */
const MAX_INDENTED = 48 * 1024 * 1024;
const INDENT = '  ';
/** What ends a number or a word of JSON. */
const DELIMITER = /[\s{}[\],:"]/g;

/** The body of an answer while it arrives. The work is linear in its size, however it is split into chunks. */
export class AnswerBody {
  readonly #clean: Redactor;
  readonly #decoder = new TextDecoder();
  readonly #pieces: string[] = [];
  readonly #events: EventList | undefined;
  #bytes = 0;
  #ended = false;
  #raw: string | undefined;
  #shown: string | undefined;

  /** @param isStream whether it is to be read as events. */
  constructor(head: Omit<WireAnswer, 'body'>, isStream: boolean, clean: Redactor) {
    this.#clean = clean;
    this.#events = isStream ? new EventList(head, clean) : undefined;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isCut(): boolean {
    return this.#bytes > MAX_KEPT_BYTES;
  }

  /** The error with which a stream has ended. */
  get streamError(): JsonObject | undefined {
    return errorEnvelope(tryParse(this.#events?.last ?? ''));
  }

  push(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, Math.max(0, MAX_KEPT_BYTES - this.#bytes));
    this.#bytes += bytes.length;
    if (kept.length === 0) return;
    this.#pieces.push(this.#decoder.decode(kept, { stream: true }));
    this.#events?.push(kept);
    this.#raw = this.#shown = undefined;
  }

  /** The body is whole. Throws `TransportError` for a stream that is not. */
  end(): void {
    this.breakOff();
    if (!this.isCut) this.#events?.end();
  }

  /** No more bytes arrive: flushes the decoder. */
  breakOff(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#pieces.push(this.#decoder.decode());
    this.#raw = this.#shown = undefined;
  }

  /** As it came, not redacted. */
  raw(): string {
    if (this.#raw === undefined) {
      this.#raw = this.#pieces.join('');
      this.#pieces.splice(0, Infinity, this.#raw);
    }
    return this.#raw;
  }

  /** For people. */
  read(): string {
    if (this.#events?.isReadable) return this.#events.read();
    this.#shown ??= this.#clean(this.#indented() ?? this.raw());
    return this.#shown;
  }

  /** Only a complete body can be indented; `read` keeps the result. */
  #indented(): string | undefined {
    return this.#ended ? indentJson(this.raw()) : undefined;
  }
}

/**
 * The events of a streamed answer as the text of one JSON array, which is whole at every moment. Each event
 * is indented and redacted once.
 */
class EventList {
  readonly #decoder: StreamDecoder;
  readonly #clean: Redactor;
  #isForeign = false;
  /** Events that are not among the shown ones yet. */
  #fresh: string[] = [];
  #shown = '';
  #last: string | undefined;

  constructor(head: Pick<WireAnswer, 'headers' | 'redact'>, clean: Redactor) {
    this.#decoder = new StreamDecoder(head);
    this.#clean = clean;
  }

  /** Whether the body is a stream at all, as far as it came. */
  get isReadable(): boolean {
    return !this.#isForeign && this.#decoder.form !== undefined;
  }

  /** The last event as it came. */
  get last(): string | undefined {
    return this.#last;
  }

  push(bytes: Uint8Array): void {
    if (this.#isForeign) return;
    try {
      this.#take(this.#decoder.push(bytes));
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      // A web page, or JSON of another form: shown as it came.
      this.#isForeign = true;
    }
  }

  /** Throws `TransportError` where the stream ends in the middle of an event. */
  end(): void {
    if (this.#isForeign) return;
    this.#take(this.#decoder.end());
    // Lines that are no events: some other text.
    if (this.#last === undefined) this.#isForeign = true;
  }

  read(): string {
    // An event that is no JSON is shown as a string, so that the array stays JSON.
    const texts = this.#fresh.map(
      (event) => `${INDENT}${indentJson(event, INDENT) ?? JSON.stringify(event)}`,
    );
    this.#fresh = [];
    if (texts.length > 0) {
      const added = this.#clean(texts.join(',\n'));
      this.#shown = this.#shown === '' ? added : `${this.#shown},\n${added}`;
    }
    return this.#shown === '' ? '[]' : `[\n${this.#shown}\n]`;
  }

  #take(events: readonly string[]): void {
    // One by one: a chunk may have more of them than a call takes arguments.
    for (const event of events) this.#fresh.push(event);
    this.#last = events.at(-1) ?? this.#last;
  }
}

/**
 * A JSON text with two spaces per level and nothing else changed: the order of the names, the digits of the
 * numbers and the escapes stay as they came. Undefined where it is no JSON, or becomes too large.
 *
 * @param start what all lines but the first begin with.
 */
function indentJson(text: string, start = ''): string | undefined {
  if (tryParse(text) === undefined) return undefined;
  const parts: string[] = [];
  let length = 0;
  let line = `\n${start}`;
  let isOpening = false;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  for (const token of tokens(text)) {
    const isClosing = token === '}' || token === ']';
    // An empty object or list stays on its line.
    if (isOpening && !isClosing) add((line += INDENT));
    if (isClosing && !isOpening) add((line = line.slice(0, -INDENT.length)));
    isOpening = token === '{' || token === '[';
    add(token === ':' ? ': ' : token);
    if (token === ',') add(line);
    if (length > MAX_INDENTED) return undefined;
  }
  return parts.join('');
}

/** The punctuation, strings, numbers and words of a text that is known to be JSON. */
function* tokens(text: string): Generator<string, void, undefined> {
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    if (/\s/.test(character)) {
      at += 1;
      continue;
    }
    const end = endOf(text, at, character);
    yield text.slice(at, end);
    at = end;
  }
}

function endOf(text: string, start: number, first: string): number {
  if (first === '"') return endOfString(text, start);
  if ('{}[],:'.includes(first)) return start + 1;
  DELIMITER.lastIndex = start;
  return DELIMITER.exec(text)?.index ?? text.length;
}

// By search and not by an expression: an image is one string of many megabytes.
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (text[first - 1] === '\\') first -= 1;
    if ((at - first) % 2 === 0) return at + 1;
  }
  return text.length;
}
