/** When an event of a stream came. */
export interface TimedEvent {
  /** Milliseconds since the request began. */
  readonly atMs: number;
  readonly type: string;
}

// Events whose times are kept, and kinds that are told apart; all are counted.
const MOST_TIMES = 2000;
const MOST_TYPES = 64;
/** No name of an event is longer; neither are more characters of a line that is cut kept. */
const LONGEST_LINE = 128;
const OTHERS = 'other';

/**
 * Which events a stream had, and when, by the names that it gives them (`event:`), as its bytes come by. Nothing of
 * what the events say is looked at or kept.
 */
export class EventTimes {
  readonly #counts = new Map<string, number>();
  readonly #times: TimedEvent[] = [];
  /** The beginning of a line whose end has not come; what follows of a long one does not matter. */
  #line = '';
  readonly #redact: (name: string) => string;

  /** @param redact takes secrets out of a name, which a gateway may have chosen. */
  constructor(redact: (name: string) => string) {
    this.#redact = redact;
  }

  add(atMs: number, bytes: Uint8Array): void {
    const text = `${this.#line}${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')}`;
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      if (text.startsWith('event:', start)) this.#count(text.slice(start + 6, end).trim(), atMs);
      start = end + 1;
    }
    this.#line = text.slice(start, start + LONGEST_LINE);
  }

  /** How many there were of each kind, in the order of their first. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** The first of them. */
  get times(): readonly TimedEvent[] {
    return this.#times;
  }

  #count(given: string, atMs: number): void {
    const type = this.#typeOf(this.#redact(given));
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
    if (this.#times.length < MOST_TIMES) this.#times.push({ atMs, type });
  }

  #typeOf(name: string): string {
    if (this.#counts.has(name)) return name;
    return /^[\w.-]{1,64}$/.test(name) && this.#counts.size < MOST_TYPES ? name : OTHERS;
  }
}
