import type { JsonObject } from '../../api/schema/row';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableSlot } from '../../base/disposable';
import { isObject } from '../../base/json';
import type { PartsDelta } from '../model/protocol';

/** Frame duration in ms at 60 Hz; more frequent updates aren't visible. */
export const FRAME = 16;

type Piece = PartsDelta['pieces'][number];

/**
 * Limits streamed updates to one per frame and merges text of the same kind. The first piece is
 * sent immediately.
 */
export class DeltaBuffer implements Disposable {
  readonly #clock: Clock;
  readonly #send: (pieces: readonly Piece[], events: readonly JsonObject[]) => void;
  readonly #timer = new DisposableSlot<Disposable>();
  #pieces: { readonly thought: boolean; readonly texts: string[] }[] = [];
  #events: GrowingEvent[] = [];
  #lastSent = -Infinity;

  constructor(
    clock: Clock,
    send: (pieces: readonly Piece[], events: readonly JsonObject[]) => void,
  ) {
    this.#clock = clock;
    this.#send = send;
  }

  add(text: string, thought: boolean): void {
    if (text === '') return;
    const last = this.#pieces.at(-1);
    if (last?.thought === thought) last.texts.push(text);
    else this.#pieces.push({ thought, texts: [text] });
    this.#schedule();
  }

  addEvent(event: JsonObject): void {
    const growth = growthOf(event);
    const last = this.#events.at(-1);
    if (growth && last?.growth?.key === growth.key) {
      last.texts.push(growth.text);
      last.event = event;
    } else {
      this.#events.push({ event, growth, texts: growth ? [growth.text] : [] });
    }
    this.#schedule();
  }

  /** Drops unsent updates, because a snapshot includes them. */
  clear(): void {
    this.#timer.value = undefined;
    this.#pieces = [];
    this.#events = [];
  }

  dispose(): void {
    this.clear();
    this.#timer.dispose();
  }

  #schedule(): void {
    if (this.#timer.value) return;
    const wait = this.#lastSent + FRAME - this.#clock.monotonic();
    if (wait <= 0) this.#flush();
    else this.#timer.value = this.#clock.schedule(wait, () => this.#flush());
  }

  #flush(): void {
    const pieces = this.#pieces.map(({ thought, texts }) => ({ text: texts.join(''), thought }));
    const events = this.#events.map(joined);
    this.clear();
    this.#lastSent = this.#clock.monotonic();
    this.#send(pieces, events);
  }
}

interface Growth {
  readonly key: string;
  readonly field: 'text' | 'arguments';
  readonly text: string;
}

interface GrowingEvent {
  event: JsonObject;
  readonly growth: Growth | undefined;
  readonly texts: string[];
}

function growthOf({ event_type: type, index, delta }: JsonObject): Growth | undefined {
  if (type !== 'step.delta' || typeof index !== 'number' || !isObject(delta)) return undefined;
  const field = delta.type === 'text' ? 'text' : 'arguments';
  if (field === 'arguments' && delta.type !== 'arguments_delta') return undefined;
  const text = delta[field];
  return typeof text === 'string' ? { key: `${index} ${field}`, field, text } : undefined;
}

function joined({ event, growth, texts }: GrowingEvent): JsonObject {
  if (!growth || texts.length <= 1 || !isObject(event.delta)) return event;
  return { ...event, delta: { ...event.delta, [growth.field]: texts.join('') } };
}
