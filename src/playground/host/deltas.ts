import type { Clock } from '../../base/clock';
import { DisposableSlot, type Disposable } from '../../base/disposable';
import type { PartsDelta } from '../protocol';

/** One frame of a 60 Hz display, in milliseconds: more messages than that are never seen. */
export const FRAME = 16;

type Piece = PartsDelta['pieces'][number];

/**
 * Collects the text of a stream and hands it on at most once per frame: the first piece at once, so
 * that the wait for it is not longer, what comes after it in bunches. Neighbours of one kind are joined.
 */
export class DeltaBuffer implements Disposable {
  readonly #clock: Clock;
  readonly #send: (pieces: readonly Piece[]) => void;
  readonly #timer = new DisposableSlot<Disposable>();
  #pieces: { readonly thought: boolean; readonly texts: string[] }[] = [];
  #lastSent = -Infinity;

  constructor(clock: Clock, send: (pieces: readonly Piece[]) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  add(text: string, thought: boolean): void {
    if (text === '') return;
    const last = this.#pieces.at(-1);
    if (last?.thought === thought) last.texts.push(text);
    else this.#pieces.push({ thought, texts: [text] });
    if (this.#timer.value) return;
    const wait = this.#lastSent + FRAME - this.#clock.monotonic();
    if (wait <= 0) this.#flush();
    else this.#timer.value = this.#clock.schedule(wait, () => this.#flush());
  }

  /** Forgets what was not sent: a snapshot that holds it has gone out instead. */
  clear(): void {
    this.#timer.value = undefined;
    this.#pieces = [];
  }

  dispose(): void {
    this.clear();
    this.#timer.dispose();
  }

  #flush(): void {
    const pieces = this.#pieces.map(({ thought, texts }) => ({ text: texts.join(''), thought }));
    this.clear();
    this.#lastSent = this.#clock.monotonic();
    this.#send(pieces);
  }
}
