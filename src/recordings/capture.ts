import { StringDecoder } from 'node:string_decoder';
import { JsonArrayDecoder } from '../api/pieceDecoder';
import type { JsonValue } from '../base/json';
import {
  ANSWER_HEADERS,
  bodyOf,
  type Layout,
  mediaType,
  type RecordedAnswer,
  type RecordedEvent,
  withAnswerTexts,
} from './exchange';
import { Kept, Readdressed } from './passing';
import type { Change, Places } from './places';

/** Longer answers are relayed, and are not recorded. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Makes the record of an answer while that goes by. */
export interface Capture {
  /** Takes bytes as they come; gives those that can go on to the client, in the same turn. */
  push(chunk: Buffer): Buffer | string;
  /** The rest that can go on. */
  rest(): string;
  /** What was recorded; undefined where it was too long. */
  answer(): RecordedAnswer | undefined;
}

interface Head {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
}

/** Addresses in answers: of the upstream as they come, and of this service as they go on; and what is not written down. */
interface Addresses {
  readonly upstream: string;
  readonly own: string;
  readonly places: Places;
}

/**
 * @param elapsed milliseconds since the request.
 * @param mayBeArray whether the elements of an array are the pieces of a stream.
 * @param most bytes of an answer that is recorded.
 */
export function captureOf(
  head: Head,
  addresses: Addresses,
  elapsed: () => number,
  mayBeArray: boolean,
  most = MOST_BYTES,
): Capture {
  const type = mediaType([head.headers['content-type'] ?? ''].flat()[0]);
  if (type === 'text/event-stream') return new EventCapture(head, addresses, elapsed, most);
  if (mayBeArray && type === 'application/json' && head.status === 200) {
    return new ArrayCapture(head, addresses, elapsed, most);
  }
  return new WholeCapture(head, addresses, type, new Kept(most));
}

function headOf({ status, headers }: Head): Pick<RecordedAnswer, 'headers' | 'status'> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    ANSWER_HEADERS.has(name) && value !== undefined ? [[name, [value].flat().join(', ')]] : [],
  );
  return { status, headers: Object.fromEntries(kept) as { [name: string]: string } };
}

/** An answer in one piece. */
class WholeCapture implements Capture {
  readonly #head: Head;
  readonly #addresses: Addresses;
  readonly #type: string;
  readonly #kept: Kept;
  readonly #decoder = new StringDecoder('utf8');
  readonly #passing: Readdressed;

  constructor(head: Head, addresses: Addresses, type: string, kept: Kept) {
    this.#head = head;
    this.#addresses = addresses;
    this.#type = type;
    this.#kept = kept;
    this.#passing = new Readdressed(addresses.upstream, addresses.own);
  }

  push(chunk: Buffer): Buffer | string {
    this.#kept.push(chunk);
    return this.#isJson ? this.#passing.push(this.#decoder.write(chunk)) : chunk;
  }

  rest(): string {
    return this.#isJson ? this.#passing.end(this.#decoder.end()) : '';
  }

  answer(): RecordedAnswer | undefined {
    if (this.#kept.isTooLong()) return undefined;
    const bytes = this.#kept.bytes();
    const text = this.#isJson ? bytes.toString() : '';
    const body = bodyOf(bytes, this.#type);
    const answer: RecordedAnswer = {
      ...{ ...headOf(this.#head), body },
      ...(body.kind === 'json' && { layout: layoutOf(text, body.json) }),
      ...(body.kind === 'json' && text.endsWith('\n') && { hasLineEnd: true }),
    };
    return written(answer, this.#addresses, this.#isJson);
  }

  get #isJson(): boolean {
    return this.#type === 'application/json';
  }
}

/** @param hasAddress whether addresses in it are changed as they go by. */
function written(
  answer: RecordedAnswer,
  { upstream, places }: Addresses,
  hasAddress = true,
): RecordedAnswer {
  const make = (change: Change): RecordedAnswer => withAnswerTexts(answer, change);
  return places.written(make, hasAddress ? upstream : '');
}

function layoutOf(text: string, json: JsonValue): Layout {
  return text.trim() === JSON.stringify(json) ? 'compact' : 'pretty';
}

const EVENT_ENDS = /\r\n\r\n|\n\n|\r\r/g;
/** Characters of the longest one that may have come without its last. */
const CUT_END = 3;

/** An event stream, event by event. */
class EventCapture implements Capture {
  readonly #head: Head;
  readonly #addresses: Addresses;
  readonly #elapsed: () => number;
  readonly #most: number;
  readonly #decoder = new StringDecoder('utf8');
  readonly #passing: Readdressed;
  #events: RecordedEvent[] = [];
  /** An event of which the end has not come, in the pieces in which it comes: a long one has many of them. */
  #pending: string[] = [];
  #tail = '';
  #bytes = 0;
  #newline: '\n' | '\r\n' | undefined;

  constructor(head: Head, addresses: Addresses, elapsed: () => number, most: number) {
    this.#head = head;
    this.#addresses = addresses;
    this.#elapsed = elapsed;
    this.#most = most;
    this.#passing = new Readdressed(addresses.upstream, addresses.own);
  }

  push(chunk: Buffer): string {
    const wasTooLong = this.#isTooLong();
    this.#bytes += chunk.length;
    const text = this.#decoder.write(chunk);
    if (wasTooLong) return this.#passing.push(text);
    this.#pending.push(text);
    const seen = this.#tail + text;
    this.#tail = seen.slice(-CUT_END);
    const hasEnd = seen.search(EVENT_ENDS) >= 0;
    if (!hasEnd && !this.#isTooLong()) return '';
    const all = this.#pending.join('');
    const whole = hasEnd ? this.#read(all) : 0;
    this.#pending = [all.slice(whole)];
    this.#tail = all.slice(whole).slice(-CUT_END);
    const events = this.#readdressed(all.slice(0, whole));
    return this.#isTooLong() ? events + this.#pass() : events;
  }

  rest(): string {
    if (this.#isTooLong()) return this.#passing.end(this.#decoder.end());
    const text = this.#pending.join('') + this.#decoder.end();
    this.#pending = [];
    if (text.trim() !== '') this.#add(text.replace(/[\r\n]+$/, ''), Math.round(this.#elapsed()));
    return this.#readdressed(text);
  }

  answer(): RecordedAnswer | undefined {
    if (this.#isTooLong()) return undefined;
    const newline = this.#newline ?? '\n';
    const stream = { kind: 'sse', newline, events: this.#events } as const;
    return written({ ...headOf(this.#head), body: { kind: 'none' }, stream }, this.#addresses);
  }

  #isTooLong(): boolean {
    return this.#bytes > this.#most;
  }

  #readdressed(text: string): string {
    const { upstream, own } = this.#addresses;
    return text.replaceAll(upstream, own);
  }

  /** Forgets what there was, and lets go on what waits. */
  #pass(): string {
    const waiting = this.#pending.join('');
    [this.#events, this.#pending] = [[], []];
    return this.#passing.push(waiting);
  }

  /** Takes the whole events of a text; gives where the rest begins. */
  #read(all: string): number {
    const ms = Math.round(this.#elapsed());
    let end = 0;
    for (const found of all.matchAll(EVENT_ENDS)) {
      const text = all.slice(end, found.index);
      end = found.index + found[0].length;
      this.#newline ??= found[0] === '\r\n\r\n' ? '\r\n' : '\n';
      this.#add(text, ms);
    }
    return end;
  }

  #add(text: string, ms: number): void {
    // JSON without a field is an error, which may follow an event without a blank line.
    const bare = text.search(/^[^\S\r\n]*[[{]/m);
    if (bare > 0) this.#addFields(text.slice(0, bare).trimEnd(), ms);
    if (bare < 0) this.#addFields(text, ms);
    else this.#events.push({ ms, isBare: true, data: dataOf(text.slice(bare)) });
  }

  #addFields(text: string, ms: number): void {
    const fields = new Map<string, string>();
    for (const line of text.split(/\r\n|\n|\r/)) {
      const at = line.indexOf(':');
      const name = at < 0 ? line : line.slice(0, at);
      const value = at < 0 ? '' : line.slice(at + 1);
      const plain = name === '' ? value : value.replace(/^ /, '');
      const before = fields.get(name);
      fields.set(name, before === undefined ? plain : `${before}\n${plain}`);
    }
    const [data, event, id, retry, comment] = ['data', 'event', 'id', 'retry', ''].map((one) =>
      fields.get(one),
    );
    this.#events.push({
      ms,
      ...(event === undefined ? {} : { event }),
      ...(id === undefined ? {} : { id }),
      ...(retry === undefined ? {} : { retry }),
      ...(comment === undefined ? {} : { comment }),
      ...(data === undefined ? {} : { data: dataOf(data) }),
    });
  }
}

/** Data of an event: JSON only where its text can be made of that again. */
function dataOf(text: string): NonNullable<RecordedEvent['data']> {
  if (!/^\s*[[{]/.test(text)) return { text };
  try {
    return { json: JSON.parse(text) as JsonValue };
  } catch {
    return { text };
  }
}

/** A stream as one JSON array, element by element. */
class ArrayCapture implements Capture {
  readonly #head: Head;
  readonly #addresses: Addresses;
  readonly #elapsed: () => number;
  readonly #decoder = new JsonArrayDecoder();
  readonly #kept: Kept;
  readonly #whole: WholeCapture;
  readonly #text = new StringDecoder('utf8');
  readonly #passing: Readdressed;
  #events: RecordedEvent[] = [];
  #layout: Layout = 'compact';
  #isArray: boolean | undefined;

  constructor(head: Head, addresses: Addresses, elapsed: () => number, most: number) {
    this.#head = head;
    this.#addresses = addresses;
    this.#elapsed = elapsed;
    this.#kept = new Kept(most);
    this.#whole = new WholeCapture(head, addresses, 'application/json', this.#kept);
    this.#passing = new Readdressed(addresses.upstream, addresses.own);
  }

  push(chunk: Buffer): string {
    this.#kept.push(chunk);
    const first = chunk.toString('latin1').trimStart().charAt(0);
    if (first !== '') this.#isArray ??= first === '[';
    if (this.#kept.isTooLong()) this.#events = [];
    else if (this.#isArray) this.#read(chunk);
    return this.#passing.push(this.#text.write(chunk));
  }

  rest(): string {
    return this.#passing.end(this.#text.end());
  }

  answer(): RecordedAnswer | undefined {
    if (!this.#isArray || this.#kept.isTooLong()) return this.#whole.answer();
    const stream = { kind: 'array', newline: '\n', events: this.#events } as const;
    const head = { ...headOf(this.#head), layout: this.#layout };
    return written({ ...head, body: { kind: 'none' }, stream }, this.#addresses);
  }

  #read(chunk: Buffer): void {
    const ms = Math.round(this.#elapsed());
    try {
      for (const text of this.#decoder.push(chunk)) {
        const json = JSON.parse(text) as JsonValue;
        if (this.#events.length === 0) this.#layout = layoutOf(text, json);
        this.#events.push({ ms, data: { json } });
      }
    } catch {
      // What is no array of objects is recorded as it is.
      this.#isArray = false;
    }
  }
}
