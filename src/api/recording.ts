import { gunzipSync, constants } from 'node:zlib';
import { TransportError } from './errors';
import { MARK, type Redactor } from './redact';
import { isStream, requestRow, targetOf, type PlainRequest } from './request';
import { withoutSecretFields } from './schema/secrets';
import { StreamDecoder } from './streamDecoder';

/** Bytes as they came, and when. */
interface RecordedChunk {
  /** Milliseconds since the request began. */
  readonly atMs: number;
  readonly bytes: Uint8Array;
}

// Bytes that are kept of a body, on each side.
const KEPT = 256 * 1024;
// Bytes that are kept of the end of a stream, where an error would stand, beyond those of its beginning.
const KEPT_ENDING = 16 * 1024;
// Bytes of a body that was packed; JSON of the service takes a tenth of it, and a bomb a thousandth.
const MOST_UNPACKED = 16 * 1024 * 1024;

type Headers = { readonly [name: string]: string };

/**
 * What was on the wire of one exchange, as far as it is kept: the first 256 KiB of each body. Everything that
 * it gives away is redacted; what is asked for often is not kept, as hardly anybody asks. Of the bytes of an upload
 * nothing is kept.
 */
export class Recording {
  /** To send it once more. Its texts are as they were sent, not redacted. */
  readonly request: PlainRequest;
  /** Whether that makes sense: a part of an upload can't be sent for itself, and its address is a secret. */
  readonly isRepeatable: boolean;
  readonly #requestBody: Uint8Array;
  readonly #requestBytes: number;
  /** Of an upload, of which nothing is kept. */
  readonly #hiddenBytes: number;
  readonly #chunks: RecordedChunk[] = [];
  /** Of a stream, all of which is counted, whatever is kept of it. */
  readonly #events: EventTimes | undefined;
  readonly #now: () => number;
  readonly #startedAt: number;
  #requestHeaders: Headers = {};
  #responseHeaders: Headers = {};
  #redact: Redactor = () => '';
  #kept = 0;
  #received = 0;
  /** Of a longer stream. */
  readonly #ending: Uint8Array[] = [];
  #endingBytes = 0;

  /** @param now milliseconds of a clock that only goes forward. */
  constructor(request: PlainRequest, requestBody: Uint8Array | undefined, now: () => number) {
    const { upload, ...rest } = request;
    this.request = upload ? rest : request;
    this.isRepeatable = !upload;
    this.#hiddenBytes = upload?.content?.length ?? 0;
    this.#requestBytes = requestBody?.length ?? 0;
    // A copy: a part of a large body would hold all of it.
    this.#requestBody =
      this.#requestBytes > KEPT
        ? Uint8Array.from(requestBody?.subarray(0, KEPT) ?? [])
        : (requestBody ?? new Uint8Array());
    if (isStream(request)) this.#events = new EventTimes((name) => this.#redact(name));
    this.#now = now;
    this.#startedAt = now();
  }

  /** Before the request is sent. */
  begin(headers: Headers, redact: Redactor): void {
    this.#requestHeaders = headers;
    this.#redact = redact;
  }

  /** The head of an answer; a later one, after a redirect, takes its place. */
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

  /** Bytes that are held in memory, about: the request is held whole, to be sent again. */
  get size(): number {
    return this.#requestBytes + this.#requestBody.length + this.#kept + this.#endingBytes;
  }

  /** Method and path with its query. */
  get requestLine(): string {
    return this.#redact(`${this.request.method} ${targetOf(this.request)}`);
  }

  get requestHeaders(): Headers {
    return this.#clean(this.#requestHeaders);
  }

  get responseHeaders(): Headers {
    return this.#clean(this.#responseHeaders);
  }

  /** Whether the text of a body is only its beginning. */
  get isCut(): { readonly request: boolean; readonly response: boolean } {
    return {
      request: this.#requestBytes + this.#hiddenBytes > this.#requestBody.length,
      response: this.#received > this.#kept,
    };
  }

  get requestText(): string {
    const text = Buffer.from(this.#requestBody).toString('utf8');
    const { body } = requestRow(this.request);
    return this.#redact(body === undefined ? text : withoutSecretFields(text, body, MARK));
  }

  /** The body of the answer, unpacked. */
  get responseText(): string {
    const text = this.#beginning;
    const { response } = requestRow(this.request);
    // What was asked may be repeated there, such as headers for a server.
    return this.#redact(response === undefined ? text : withoutSecretFields(text, response, MARK));
  }

  /** The events of a stream that names them; without any for every other answer, and for a packed one. */
  get events(): Pick<EventTimes, 'counts' | 'times'> | undefined {
    return this.#events && this.#events.counts.size > 0 ? this.#events : undefined;
  }

  /**
   * Looks for something in what is kept of a stream, unpacked: in its beginning, and in its end where it is longer. The
   * end of a packed one can't be read. The texts are as they came, not redacted.
   */
  findInStream<T>(find: (text: string, redact: Redactor) => T | undefined): T | undefined {
    if (!this.#events) return undefined;
    const found = find(this.#beginning, this.#redact);
    if (found || this.#ending.length === 0 || this.#isPacked) return found;
    const ending = Buffer.concat(this.#ending).toString('utf8');
    // It begins in the middle of a line.
    return find(ending.slice(ending.indexOf('\n') + 1), this.#redact);
  }

  /** What is kept of the answer, unpacked; not redacted. */
  get #beginning(): string {
    const bytes = Buffer.concat(this.#chunks.map((chunk) => chunk.bytes));
    return (this.#isPacked ? unpacked(bytes) : bytes).toString('utf8');
  }

  get #isPacked(): boolean {
    return /gzip/i.test(this.#responseHeaders['content-encoding'] ?? '');
  }

  /** When the body's pieces came, and how large they were. */
  get frames(): readonly { readonly atMs: number; readonly bytes: number }[] {
    return this.#chunks.map(({ atMs, bytes }) => ({ atMs, bytes: bytes.length }));
  }

  #clean(headers: Headers): Headers {
    const lines = Object.entries(headers).map(([name, value]) => {
      // With its name, by which a redactor knows the headers that carry credentials.
      const line = this.#redact(`${name}: ${value}`);
      // Where it leads from an upload has the upload's address in it, written in any way.
      if (!this.isRepeatable && name === 'location') return [name, MARK] as const;
      return [name, line.slice(name.length + 2)] as const;
    });
    return Object.fromEntries(lines);
  }
}

/** What can be unpacked of a body that may be cut off. */
function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MOST_UNPACKED,
    });
  } catch {
    // Damaged on its way, or made to fill the memory: it stays as it is.
    return bytes;
  }
}

/** When an event of a stream came. */
interface TimedEvent {
  /** Milliseconds since the request began. */
  readonly atMs: number;
  readonly type: string;
}

// Events whose times are kept, and kinds that are told apart; all are counted.
const MOST_TIMES = 2000;
const MOST_TYPES = 64;
const OTHERS = 'other';

/**
 * Counts the events of a stream by the names that it gives them (`event:`), as its bytes come by. Nothing of what the
 * events say is kept.
 */
export class EventTimes {
  readonly #counts = new Map<string, number>();
  readonly #times: TimedEvent[] = [];
  readonly #redact: (name: string) => string;
  #atMs = 0;
  /** Undefined once the stream can no longer be read. */
  #decoder: StreamDecoder | undefined = new StreamDecoder({ headers: {} }, ({ event }) => {
    if (event !== undefined) this.#count(event.trim());
  });

  /** @param redact takes secrets out of a name, which a gateway may have chosen. */
  constructor(redact: (name: string) => string) {
    this.#redact = redact;
  }

  add(atMs: number, bytes: Uint8Array): void {
    this.#atMs = atMs;
    try {
      this.#decoder?.push(bytes);
    } catch (error) {
      // Whoever reads the answer reports it.
      if (!(error instanceof TransportError)) throw error;
      this.#decoder = undefined;
    }
  }

  /** How many there were of each kind, in the order of their first. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** The first of them. */
  get times(): readonly TimedEvent[] {
    return this.#times;
  }

  #count(given: string): void {
    const type = this.#typeOf(this.#redact(given));
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
    if (this.#times.length < MOST_TIMES) this.#times.push({ atMs: this.#atMs, type });
  }

  #typeOf(name: string): string {
    if (this.#counts.has(name)) return name;
    return /^[\w.-]{1,64}$/.test(name) && this.#counts.size < MOST_TYPES ? name : OTHERS;
  }
}
