import { gunzipSync, constants } from 'node:zlib';
import { TransportError } from './errors';
import { MARK, type Redactor } from './redact';
import { isStream, requestRow, targetOf, type PlainRequest } from './request';
import { omitSecretFields } from './schema/secrets';
import { StreamDecoder } from './streamDecoder';

interface RecordedChunk {
  readonly atMs: number;
  readonly bytes: Uint8Array;
}

const KEPT = 256 * 1024;
// Additional bytes recorded at the end of a stream, where an error would appear.
const KEPT_ENDING = 16 * 1024;
// In bytes. API JSON compresses about 10:1; a decompression bomb about 1000:1.
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;

type Headers = { readonly [name: string]: string };

/**
 * Recorded traffic of one request: the first 256 KiB of each body, without upload content. All accessors redact
 * secrets, computed on demand because few recordings are read.
 */
export class Recording {
  readonly request: PlainRequest;
  /** Whether the request can be resent. Parts of an upload can't, and their URL is a secret. */
  readonly isRepeatable: boolean;
  readonly #requestBody: Uint8Array;
  readonly #requestBytes: number;
  /** Upload bytes, counted but not recorded. */
  readonly #hiddenBytes: number;
  readonly #chunks: RecordedChunk[] = [];
  /** Counts all events, regardless of the size limit. */
  readonly #events: EventTimes | undefined;
  readonly #now: () => number;
  readonly #startedAt: number;
  #requestHeaders: Headers = {};
  #responseHeaders: Headers = {};
  #redact: Redactor = () => '';
  #kept = 0;
  #received = 0;
  readonly #ending: Uint8Array[] = [];
  #endingBytes = 0;

  /** @param now monotonic clock in ms */
  constructor(request: PlainRequest, requestBody: Uint8Array | undefined, now: () => number) {
    const { upload, ...rest } = request;
    this.request = upload ? rest : request;
    this.isRepeatable = !upload;
    this.#hiddenBytes = upload?.content?.length ?? 0;
    this.#requestBytes = requestBody?.length ?? 0;
    // Copied, because a slice would retain the complete body.
    this.#requestBody =
      this.#requestBytes > KEPT
        ? Uint8Array.from(requestBody?.subarray(0, KEPT) ?? [])
        : (requestBody ?? new Uint8Array());
    if (isStream(request)) this.#events = new EventTimes((name) => this.#redact(name));
    this.#now = now;
    this.#startedAt = now();
  }

  /** Must be called before the request is sent. */
  begin(headers: Headers, redact: Redactor): void {
    this.#requestHeaders = headers;
    this.#redact = redact;
  }

  answer(headers: Headers): void {
    this.#responseHeaders = headers;
  }

  add(bytes: Uint8Array): void {
    this.#received += bytes.length;
    const atMs = this.#now() - this.#startedAt;
    if (!this.#isPacked) this.#events?.add(atMs, bytes);
    if (this.#events) this.#addEnding(bytes.subarray(Math.max(0, KEPT - this.#kept)));
    if (this.#kept >= KEPT) return;
    const kept = bytes.subarray(0, KEPT - this.#kept);
    this.#kept += kept.length;
    this.#chunks.push({ atMs, bytes: kept });
  }

  #addEnding(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#ending.push(bytes.slice(-KEPT_ENDING));
    this.#endingBytes += Math.min(bytes.length, KEPT_ENDING);
    for (;;) {
      const [first] = this.#ending;
      if (!first || this.#endingBytes - first.length < KEPT_ENDING) return;
      this.#endingBytes -= first.length;
      this.#ending.shift();
    }
  }

  /** Approximate memory use in bytes, including the complete request, which can be resent. */
  get size(): number {
    return this.#requestBytes + this.#requestBody.length + this.#kept + this.#endingBytes;
  }

  get requestLine(): string {
    return this.#redact(`${this.request.method} ${targetOf(this.request)}`);
  }

  get requestHeaders(): Headers {
    return this.#clean(this.#requestHeaders);
  }

  get responseHeaders(): Headers {
    return this.#clean(this.#responseHeaders);
  }

  get isCut(): { readonly request: boolean; readonly response: boolean } {
    return {
      request: this.#requestBytes + this.#hiddenBytes > this.#requestBody.length,
      response: this.#received > this.#kept,
    };
  }

  get requestText(): string {
    const text = Buffer.from(this.#requestBody).toString('utf8');
    const { body } = requestRow(this.request);
    return this.#redact(body === undefined ? text : omitSecretFields(text, body, MARK));
  }

  get responseText(): string {
    const text = this.#beginning;
    const { response } = requestRow(this.request);
    // The response may echo request secrets, such as headers for a server.
    return this.#redact(response === undefined ? text : omitSecretFields(text, response, MARK));
  }

  /** Named events of an SSE stream. Undefined for other and compressed responses. */
  get events(): Pick<EventTimes, 'counts' | 'times'> | undefined {
    return this.#events && this.#events.counts.size > 0 ? this.#events : undefined;
  }

  /**
   * Searches the start and end of a recorded stream, decompressed but not redacted. The end of a compressed stream
   * can't be read.
   */
  findInStream<T>(find: (text: string, redact: Redactor) => T | undefined): T | undefined {
    if (!this.#events) return undefined;
    const found = find(this.#beginning, this.#redact);
    if (found || this.#ending.length === 0 || this.#isPacked) return found;
    const ending = Buffer.concat(this.#ending).toString('utf8');
    // Skips the partial first line.
    return find(ending.slice(ending.indexOf('\n') + 1), this.#redact);
  }

  get #beginning(): string {
    const bytes = Buffer.concat(this.#chunks.map((chunk) => chunk.bytes));
    return (this.#isPacked ? unpacked(bytes) : bytes).toString('utf8');
  }

  get #isPacked(): boolean {
    return /gzip/i.test(this.#responseHeaders['content-encoding'] ?? '');
  }

  get frames(): readonly { readonly atMs: number; readonly bytes: number }[] {
    return this.#chunks.map(({ atMs, bytes }) => ({ atMs, bytes: bytes.length }));
  }

  #clean(headers: Headers): Headers {
    const lines = Object.entries(headers).map(([name, value]) => {
      // With the name, because redaction depends on it for credential headers.
      const line = this.#redact(`${name}: ${value}`);
      // A redirect of an upload may contain the secret upload URL in any encoding.
      if (!this.isRepeatable && name === 'location') return [name, MARK] as const;
      return [name, line.slice(name.length + 2)] as const;
    });
    return Object.fromEntries(lines);
  }
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MAX_UNPACKED_BYTES,
    });
  } catch {
    // Corrupt or a decompression bomb: stays compressed.
    return bytes;
  }
}

interface TimedEvent {
  readonly atMs: number;
  readonly type: string;
}

// Maximum recorded event times and distinct names; all events are counted.
const MAX_EVENT_TIMES = 2000;
const MAX_EVENT_TYPES = 64;
const OTHERS = 'other';

/** Counts SSE events by their `event:` name while bytes pass through. Event data isn't stored. */
export class EventTimes {
  readonly #counts = new Map<string, number>();
  readonly #times: TimedEvent[] = [];
  readonly #redact: (name: string) => string;
  #atMs = 0;
  /** Undefined after a decoding error. */
  #decoder: StreamDecoder | undefined = new StreamDecoder({ headers: {} }, ({ event }) => {
    if (event !== undefined) this.#count(event.trim());
  });

  /** @param redact redacts event names, which a gateway may choose */
  constructor(redact: (name: string) => string) {
    this.#redact = redact;
  }

  add(atMs: number, bytes: Uint8Array): void {
    this.#atMs = atMs;
    try {
      this.#decoder?.push(bytes);
    } catch (error) {
      // Decoding errors are reported by the response reader.
      if (!(error instanceof TransportError)) throw error;
      this.#decoder = undefined;
    }
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  get times(): readonly TimedEvent[] {
    return this.#times;
  }

  #count(given: string): void {
    const type = this.#typeOf(this.#redact(given));
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
    if (this.#times.length < MAX_EVENT_TIMES) this.#times.push({ atMs: this.#atMs, type });
  }

  #typeOf(name: string): string {
    if (this.#counts.has(name)) return name;
    return /^[\w.-]{1,64}$/.test(name) && this.#counts.size < MAX_EVENT_TYPES ? name : OTHERS;
  }
}
