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
} from './exchange';

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

/** Addresses in answers: of the upstream as they come, of this service as they go on, and as they are written down. */
export interface Addresses {
  readonly upstream: string;
  readonly own: string;
  readonly written: string;
}

/**
 * @param elapsed milliseconds since the request.
 * @param mayBeArray whether the elements of an array are the pieces of a stream.
 */
export function captureOf(
  head: Head,
  addresses: Addresses,
  elapsed: () => number,
  mayBeArray: boolean,
): Capture {
  const type = mediaType([head.headers['content-type'] ?? ''].flat()[0]);
  if (type === 'text/event-stream') return new EventCapture(head, addresses, elapsed);
  if (mayBeArray && type === 'application/json' && head.status === 200) {
    return new ArrayCapture(head, addresses, elapsed);
  }
  return new WholeCapture(head, addresses, type);
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
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(head: Head, addresses: Addresses, type: string) {
    this.#head = head;
    this.#addresses = addresses;
    this.#type = type;
  }

  push(chunk: Buffer): Buffer | string {
    this.#bytes += chunk.length;
    if (this.#bytes <= MOST_BYTES) this.#chunks.push(chunk);
    else this.#chunks.length = 0;
    // Of JSON all is needed before the addresses in it can be changed.
    return this.#isJson ? '' : chunk;
  }

  rest(): string {
    if (!this.#isJson) return '';
    const { upstream, own } = this.#addresses;
    return Buffer.concat(this.#chunks).toString().replaceAll(upstream, own);
  }

  answer(): RecordedAnswer | undefined {
    if (this.#bytes > MOST_BYTES) return undefined;
    const bytes = Buffer.concat(this.#chunks);
    const { upstream, written } = this.#addresses;
    const text = this.#isJson ? bytes.toString().replaceAll(upstream, written) : '';
    const body = bodyOf(this.#isJson ? Buffer.from(text) : bytes, this.#type);
    const head = headOf(this.#head);
    if (body.kind !== 'json') return { ...head, body };
    return {
      ...{ ...head, body, layout: layoutOf(text, body.json) },
      ...(text.endsWith('\n') ? { hasLineEnd: true } : {}),
    };
  }

  get #isJson(): boolean {
    return this.#type === 'application/json';
  }
}

function layoutOf(text: string, json: JsonValue): Layout {
  return text.trim() === JSON.stringify(json) ? 'compact' : 'pretty';
}

/** An event stream, event by event. */
class EventCapture implements Capture {
  readonly #head: Head;
  readonly #addresses: Addresses;
  readonly #elapsed: () => number;
  readonly #decoder = new StringDecoder('utf8');
  readonly #events: RecordedEvent[] = [];
  #pending = '';
  #newline: '\n' | '\r\n' | undefined;

  constructor(head: Head, addresses: Addresses, elapsed: () => number) {
    this.#head = head;
    this.#addresses = addresses;
    this.#elapsed = elapsed;
  }

  push(chunk: Buffer): string {
    this.#pending += this.#decoder.write(chunk);
    const ms = Math.round(this.#elapsed());
    let end = 0;
    for (const found of this.#pending.matchAll(/\r\n\r\n|\n\n|\r\r/g)) {
      const text = this.#pending.slice(end, found.index);
      end = found.index + found[0].length;
      this.#newline ??= found[0] === '\r\n\r\n' ? '\r\n' : '\n';
      this.#add(text, ms);
    }
    const whole = this.#pending.slice(0, end);
    this.#pending = this.#pending.slice(end);
    return whole.replaceAll(this.#addresses.upstream, this.#addresses.own);
  }

  rest(): string {
    const text = this.#pending + this.#decoder.end();
    this.#pending = '';
    if (text.trim() !== '') this.#add(text.replace(/[\r\n]+$/, ''), Math.round(this.#elapsed()));
    return text.replaceAll(this.#addresses.upstream, this.#addresses.own);
  }

  answer(): RecordedAnswer {
    const newline = this.#newline ?? '\n';
    return {
      ...headOf(this.#head),
      body: { kind: 'none' },
      stream: { kind: 'sse', newline, events: this.#events },
    };
  }

  #add(text: string, ms: number): void {
    const fields = new Map<string, string>();
    for (const line of text.split(/\r\n|\n|\r/)) {
      const at = line.indexOf(':');
      const name = at < 0 ? line : line.slice(0, at);
      const value = at < 0 ? '' : line.slice(at + 1);
      const plain = name === '' ? value : value.replace(/^ /, '');
      const before = fields.get(name);
      fields.set(name, before === undefined ? plain : `${before}\n${plain}`);
    }
    const data = fields.get('data')?.replaceAll(this.#addresses.upstream, this.#addresses.written);
    const [event, id, retry, comment] = ['event', 'id', 'retry', ''].map((one) => fields.get(one));
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
  readonly #whole: WholeCapture;
  readonly #text = new StringDecoder('utf8');
  readonly #events: RecordedEvent[] = [];
  #layout: Layout = 'compact';
  #isArray: boolean | undefined;

  constructor(head: Head, addresses: Addresses, elapsed: () => number) {
    this.#head = head;
    this.#addresses = addresses;
    this.#elapsed = elapsed;
    this.#whole = new WholeCapture(head, addresses, 'application/json');
  }

  push(chunk: Buffer): string {
    this.#whole.push(chunk);
    const { upstream, own, written } = this.#addresses;
    const first = chunk.toString('latin1').trimStart().charAt(0);
    if (first !== '') this.#isArray ??= first === '[';
    if (this.#isArray) {
      const ms = Math.round(this.#elapsed());
      try {
        for (const text of this.#decoder.push(chunk)) {
          const json = JSON.parse(text.replaceAll(upstream, written)) as JsonValue;
          if (this.#events.length === 0) this.#layout = layoutOf(text, json);
          this.#events.push({ ms, data: { json } });
        }
      } catch {
        // What is no array of objects is recorded as it is.
        this.#isArray = false;
      }
    }
    return this.#text.write(chunk).replaceAll(upstream, own);
  }

  rest(): string {
    return this.#text.end();
  }

  answer(): RecordedAnswer | undefined {
    if (!this.#isArray) return this.#whole.answer();
    return {
      ...headOf(this.#head),
      ...{ layout: this.#layout, body: { kind: 'none' } },
      stream: { kind: 'array', newline: '\n', events: this.#events },
    };
  }
}
