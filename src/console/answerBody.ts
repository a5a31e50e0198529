import { isObject, tryParse } from '../api/json';
import type { Redactor } from '../api/redact';
import type { JsonObject } from '../api/schema/row';
import type { WireAnswer } from '../api/transport';
import { EventTexts } from './eventTexts';
import { indentJson } from './indentJson';

/** Bytes of a body that are kept. */
export const KEPT = 16 * 1024 * 1024;

/** The body of an answer as it comes. The work is linear in its size, whatever its pieces are. */
export class AnswerBody {
  readonly #clean: Redactor;
  readonly #decoder = new TextDecoder();
  readonly #pieces: string[] = [];
  readonly #events: EventTexts | undefined;
  #bytes = 0;
  #ended = false;
  #raw: string | undefined;
  #shown: string | undefined;

  /** @param isStream whether it is to be read as events. */
  constructor(head: Omit<WireAnswer, 'body'>, isStream: boolean, clean: Redactor) {
    this.#clean = clean;
    this.#events = isStream ? new EventTexts(head, clean) : undefined;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isCut(): boolean {
    return this.#bytes > KEPT;
  }

  /** The last event of a stream, where it is an object. */
  get lastEvent(): JsonObject | undefined {
    const event = tryParse(this.#events?.last ?? '');
    return isObject(event) ? event : undefined;
  }

  push(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, Math.max(0, KEPT - this.#bytes));
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

  /** Nothing more comes. */
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

  /** Only a whole body can be indented, which is made once. */
  #indented(): string | undefined {
    return this.#ended ? indentJson(this.raw()) : undefined;
  }
}
