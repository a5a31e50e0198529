import { TransportError } from '../api/errors';
import { decoderFor, firstSignificant } from '../api/pieceDecoder';
import type { PieceDecoder } from '../api/pieces';
import type { Redactor } from '../api/redact';
import type { WireAnswer } from '../api/transport';
import { indentJson } from './indentJson';

const INDENT = '  ';

/**
 * The events of a streamed answer as the text of one JSON array, which is whole at every moment. Each event
 * is indented and redacted once.
 */
export class EventTexts {
  readonly #head: Pick<WireAnswer, 'headers' | 'redact'>;
  readonly #clean: Redactor;
  #decoder: PieceDecoder | undefined;
  #isForeign = false;
  /** Events that are not among the shown ones yet. */
  #fresh: string[] = [];
  #shown = '';
  #last: string | undefined;

  constructor(head: Pick<WireAnswer, 'headers' | 'redact'>, clean: Redactor) {
    this.#head = head;
    this.#clean = clean;
  }

  /** Whether the body is a stream at all, as far as it came. */
  get isReadable(): boolean {
    return !this.#isForeign && this.#decoder !== undefined;
  }

  /** The last event as it came. */
  get last(): string | undefined {
    return this.#last;
  }

  push(bytes: Uint8Array): void {
    if (this.#isForeign) return;
    try {
      this.#take(this.#decode(bytes));
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      // A web page, or JSON of another form: shown as it came.
      this.#isForeign = true;
    }
  }

  /** Throws `TransportError` where the stream ends in the middle of an event. */
  end(): void {
    if (this.#isForeign) return;
    const rest = this.#decoder?.end();
    if (rest !== undefined) this.#take([rest]);
    // Lines that are no events: some other text.
    if (this.#last === undefined) this.#isForeign = true;
  }

  read(): string {
    const texts = this.#fresh.map(
      (event) => `${INDENT}${indentJson(event, INDENT) ?? quoted(event)}`,
    );
    this.#fresh = [];
    if (texts.length > 0) {
      const added = this.#clean(texts.join(',\n'));
      this.#shown = this.#shown === '' ? added : `${this.#shown},\n${added}`;
    }
    return this.#shown === '' ? '[]' : `[\n${this.#shown}\n]`;
  }

  #decode(bytes: Uint8Array): readonly string[] {
    if (this.#decoder) return this.#decoder.push(bytes);
    const start = firstSignificant(bytes);
    if (start === bytes.length) return [];
    this.#decoder = decoderFor(this.#head, bytes[start]);
    return this.#decoder.push(bytes.subarray(start));
  }

  #take(events: readonly string[]): void {
    // One by one: a chunk may have more of them than a call takes arguments.
    for (const event of events) this.#fresh.push(event);
    this.#last = events.at(-1) ?? this.#last;
  }
}

/** An event that is no JSON, as a text, so that the array stays one. */
function quoted(event: string): string {
  return JSON.stringify(event);
}
