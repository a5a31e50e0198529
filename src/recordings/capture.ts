import { StringDecoder } from 'node:string_decoder';
import { TransportError } from '../api/errors';
import type { StreamEvent } from '../api/sseDecoder';
import { StreamDecoder } from '../api/streamDecoder';
import type { JsonValue } from '../base/json';
import {
  RESPONSE_HEADERS,
  parseBody,
  type Layout,
  mediaType,
  type RecordedResponse,
  type RecordedEvent,
  mapResponseTexts,
} from './exchange';
import type { Change, PathPlaceholders } from './pathPlaceholders';

/** Maximum size of a recorded response in bytes. Longer responses are only relayed. */
const MAX_BYTES = 256 * 1024 * 1024;

export interface Capture {
  /** Takes a chunk and returns what can be relayed to the client immediately. */
  push(chunk: Buffer): Buffer | string;
  rest(): string;
  /** Returns the recording. Undefined if too long. */
  answer(): RecordedResponse | undefined;
  /** Returns the JSON of stream events so far, for responses that end early. */
  events(): readonly JsonValue[];
}

interface Head {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
}

/** URLs to replace in responses: the upstream's by the emulator's, or by a placeholder in files. */
interface Addresses {
  readonly upstream: string;
  readonly own: string;
  readonly places: PathPlaceholders;
}

/**
 * @param elapsed returns ms since the request
 * @param mayBeArray whether array elements are stream chunks
 * @param most maximum recorded bytes
 */
export function captureOf(
  head: Head,
  addresses: Addresses,
  elapsed: () => number,
  mayBeArray: boolean,
  most = MAX_BYTES,
): Capture {
  const type = mediaType([head.headers['content-type'] ?? ''].flat()[0]);
  const isArray = mayBeArray && type === 'application/json' && head.status === 200;
  if (isArray || type === 'text/event-stream') {
    return new StreamCapture(head, addresses, elapsed, type, most);
  }
  return new WholeCapture(head, addresses, type, new BoundedBuffer(most));
}

function headOf({ status, headers }: Head): Pick<RecordedResponse, 'headers' | 'status'> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    RESPONSE_HEADERS.has(name) && value !== undefined ? [[name, [value].flat().join(', ')]] : [],
  );
  return { status, headers: Object.fromEntries(kept) as { [name: string]: string } };
}

class BoundedBuffer {
  readonly #most: number;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  isTooLong(): boolean {
    return this.#size > this.#most;
  }

  push(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.isTooLong()) this.#chunks = [];
    else this.#chunks.push(chunk);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** Replaces a URL in chunked text. Buffers text that may be the start of the URL. */
class StreamReplacer {
  readonly #from: string;
  readonly #to: string;
  #held = '';

  constructor(from: string, to: string) {
    [this.#from, this.#to] = [from, to];
  }

  push(text: string): string {
    const parts = (this.#held + text).split(this.#from);
    const last = parts.at(-1) ?? '';
    let held = Math.min(last.length, this.#from.length - 1);
    while (held > 0 && !this.#from.startsWith(last.slice(-held))) held -= 1;
    const end = last.length - held;
    this.#held = last.slice(end);
    return [...parts.slice(0, -1), last.slice(0, end)].join(this.#to);
  }

  end(text: string): string {
    const all = this.push(text) + this.#held;
    this.#held = '';
    return all;
  }
}

class WholeCapture implements Capture {
  readonly #head: Head;
  readonly #addresses: Addresses;
  readonly #type: string;
  readonly #kept: BoundedBuffer;
  readonly #decoder = new StringDecoder('utf8');
  readonly #passing: StreamReplacer;

  constructor(head: Head, addresses: Addresses, type: string, kept: BoundedBuffer) {
    this.#head = head;
    this.#addresses = addresses;
    this.#type = type;
    this.#kept = kept;
    this.#passing = new StreamReplacer(addresses.upstream, addresses.own);
  }

  push(chunk: Buffer): Buffer | string {
    this.#kept.push(chunk);
    return this.#isJson ? this.#passing.push(this.#decoder.write(chunk)) : chunk;
  }

  rest(): string {
    return this.#isJson ? this.#passing.end(this.#decoder.end()) : '';
  }

  answer(): RecordedResponse | undefined {
    if (this.#kept.isTooLong()) return undefined;
    const bytes = this.#kept.bytes();
    const text = this.#isJson ? bytes.toString() : '';
    const body = parseBody(bytes, this.#type);
    const answer: RecordedResponse = {
      ...headOf(this.#head),
      body,
      ...(body.kind === 'json' && { layout: layoutOf(text, body.json) }),
      ...(body.kind === 'json' && text.endsWith('\n') && { hasLineEnd: true }),
    };
    const hasAddress = this.#isJson || this.#type === 'text/event-stream';
    return written(answer, this.#addresses, hasAddress);
  }

  events(): readonly JsonValue[] {
    return [];
  }

  get #isJson(): boolean {
    return this.#type === 'application/json';
  }
}

function written(
  answer: RecordedResponse,
  { upstream, places }: Addresses,
  hasAddress = true,
): RecordedResponse {
  const make = (change: Change): RecordedResponse => mapResponseTexts(answer, change);
  return places.written(make, hasAddress ? upstream : '');
}

function layoutOf(text: string, json: JsonValue): Layout {
  return text.trim() === JSON.stringify(json) ? 'compact' : 'pretty';
}

/** Captures a stream by SSE events or JSON array elements. Invalid streams are recorded verbatim. */
class StreamCapture implements Capture {
  readonly #head: Head;
  readonly #addresses: Addresses;
  readonly #elapsed: () => number;
  readonly #decoder: StreamDecoder;
  readonly #kept: BoundedBuffer;
  readonly #whole: WholeCapture;
  readonly #text = new StringDecoder('utf8');
  readonly #passing: StreamReplacer;
  #events: RecordedEvent[] = [];
  #layout: Layout = 'compact';
  #newline: '\n' | '\r\n' | undefined;
  #lastCharacter = '';
  #isReadable = true;

  constructor(head: Head, addresses: Addresses, elapsed: () => number, type: string, most: number) {
    this.#head = head;
    this.#addresses = addresses;
    this.#elapsed = elapsed;
    this.#kept = new BoundedBuffer(most);
    this.#whole = new WholeCapture(head, addresses, type, this.#kept);
    this.#passing = new StreamReplacer(addresses.upstream, addresses.own);
    this.#decoder = new StreamDecoder({ headers: { 'content-type': type } }, (event) =>
      this.#add(event),
    );
  }

  push(chunk: Buffer): string {
    this.#kept.push(chunk);
    const text = this.#text.write(chunk);
    this.#findNewline(text);
    if (this.#kept.isTooLong()) this.#events = [];
    else this.#read((decoder) => decoder.push(chunk));
    return this.#passing.push(text);
  }

  rest(): string {
    return this.#passing.end(this.#text.end());
  }

  answer(): RecordedResponse | undefined {
    if (this.#kept.isTooLong()) return undefined;
    this.#read((decoder) => decoder.end());
    const { form } = this.#decoder;
    if (!this.#isReadable || (form !== 'sse' && form !== 'array')) return this.#whole.answer();
    const isArray = form === 'array';
    const newline = isArray ? '\n' : (this.#newline ?? '\n');
    const stream = { kind: form, newline, events: this.#events } as const;
    const head = { ...headOf(this.#head), ...(isArray && { layout: this.#layout }) };
    return written({ ...head, body: { kind: 'none' }, stream }, this.#addresses);
  }

  events(): readonly JsonValue[] {
    return this.#events.flatMap(({ data }) => (data && 'json' in data ? [data.json] : []));
  }

  #read(read: (decoder: StreamDecoder) => unknown): void {
    if (!this.#isReadable) return;
    try {
      read(this.#decoder);
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      this.#isReadable = false;
      this.#events = [];
    }
  }

  #add({ data: text, ...fields }: StreamEvent): void {
    const data = text === undefined ? undefined : dataOf(text);
    if (this.#events.length === 0 && text !== undefined && data && 'json' in data) {
      this.#layout = layoutOf(text, data.json);
    }
    this.#events.push({ ms: Math.round(this.#elapsed()), ...fields, ...(data && { data }) });
  }

  #findNewline(text: string): void {
    if (this.#newline) return;
    const all = this.#lastCharacter + text;
    const end = all.indexOf('\n');
    if (end >= 0) this.#newline = all[end - 1] === '\r' ? '\r\n' : '\n';
    this.#lastCharacter = all.slice(-1);
  }
}

/** Returns event data. Parses JSON only if it serializes to the same text. */
function dataOf(text: string): NonNullable<RecordedEvent['data']> {
  if (!/^\s*[[{]/.test(text)) return { text };
  try {
    return { json: JSON.parse(text) as JsonValue };
  } catch {
    return { text };
  }
}
