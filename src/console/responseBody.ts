import { TransportError } from '../api/errors';
import { tryParse } from '../base/json';
import { errorEnvelope } from '../api/errors/decode';
import type { Redactor } from '../api/redact';
import type { JsonObject } from '../api/schema/row';
import { StreamDecoder } from '../api/streamDecoder';
import type { WireResponse } from '../api/transport';

/** Maximum bytes of a body that are retained. */
export const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** Maximum characters after indentation: deep nesting could make the size quadratic. */
const MAX_INDENTED = 48 * 1024 * 1024;
const INDENT = '  ';
const DELIMITER = /[\s{}[\],:"]/g;

/** The body of a response while it arrives. Runs in linear time for any chunk size. */
export class ResponseBody {
  readonly #clean: Redactor;
  readonly #decoder = new TextDecoder();
  readonly #pieces: string[] = [];
  readonly #events: EventList | undefined;
  #bytes = 0;
  #ended = false;
  #raw: string | undefined;
  #shown: string | undefined;

  constructor(head: Omit<WireResponse, 'body'>, isStream: boolean, clean: Redactor) {
    this.#clean = clean;
    this.#events = isStream ? new EventList(head, clean) : undefined;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isCut(): boolean {
    return this.#bytes > MAX_KEPT_BYTES;
  }

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

  /** Completes the body. Throws `TransportError` for an incomplete stream. */
  end(): void {
    this.breakOff();
    if (!this.isCut) this.#events?.end();
  }

  /** Flushes the decoder after the last bytes. */
  breakOff(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#pieces.push(this.#decoder.decode());
    this.#raw = this.#shown = undefined;
  }

  /** Returns the original body, not redacted. */
  raw(): string {
    if (this.#raw === undefined) {
      this.#raw = this.#pieces.join('');
      this.#pieces.splice(0, Infinity, this.#raw);
    }
    return this.#raw;
  }

  read(): string {
    if (this.#events?.isReadable) return this.#events.read();
    this.#shown ??= this.#clean(this.#indented() ?? this.raw());
    return this.#shown;
  }

  #indented(): string | undefined {
    return this.#ended ? indentJson(this.raw()) : undefined;
  }
}

/**
 * SSE events as a JSON array that is valid at any time. Each event is indented and redacted once.
 */
class EventList {
  readonly #decoder: StreamDecoder;
  readonly #clean: Redactor;
  #isForeign = false;
  #fresh: string[] = [];
  #shown = '';
  #last: string | undefined;

  constructor(head: Pick<WireResponse, 'headers' | 'redact'>, clean: Redactor) {
    this.#decoder = new StreamDecoder(head);
    this.#clean = clean;
  }

  get isReadable(): boolean {
    return !this.#isForeign && this.#decoder.form !== undefined;
  }

  get last(): string | undefined {
    return this.#last;
  }

  push(bytes: Uint8Array): void {
    if (this.#isForeign) return;
    try {
      this.#take(this.#decoder.push(bytes));
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      this.#isForeign = true;
    }
  }

  /** Throws `TransportError` if the stream ends within an event. */
  end(): void {
    if (this.#isForeign) return;
    this.#take(this.#decoder.end());
    if (this.#last === undefined) this.#isForeign = true;
  }

  read(): string {
    // Show an invalid event as a string, so that the array stays valid JSON.
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
    // No spread: a chunk can have more events than the argument limit.
    for (const event of events) this.#fresh.push(event);
    this.#last = events.at(-1) ?? this.#last;
  }
}

/**
 * Indents JSON by two spaces without other changes: key order, digits, and escapes stay. Undefined
 * if invalid or too large.
 * @param start prefix of all lines except the first
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
    if (isOpening && !isClosing) add((line += INDENT));
    if (isClosing && !isOpening) add((line = line.slice(0, -INDENT.length)));
    isOpening = token === '{' || token === '[';
    add(token === ':' ? ': ' : token);
    if (token === ',') add(line);
    if (length > MAX_INDENTED) return undefined;
  }
  return parts.join('');
}

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

// Search instead of a regex, because an image is a string of many megabytes.
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (text[first - 1] === '\\') first -= 1;
    if ((at - first) % 2 === 0) return at + 1;
  }
  return text.length;
}
