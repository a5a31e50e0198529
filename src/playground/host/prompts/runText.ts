import type { Clock } from '../../../base/clock';
import { DisposableSlot, type Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/event';
import type { LiveText } from '../../../platform/textDocuments';

/** Milliseconds between two updates. */
const SHORTEST = 100;
/** Characters that VS Code takes over in a millisecond, about: the longer the text, the rarer the updates. */
const PACE = 2000;

/** The answer to a prompt as a document, which grows while it comes. */
export class RunText implements LiveText {
  readonly name: string;
  readonly #clock: Clock;
  readonly #changed = new Emitter<void>();
  readonly #timer = new DisposableSlot<Disposable>();
  readonly onDidChange = this.#changed.event;
  #text = '';

  constructor(name: string, clock: Clock) {
    this.name = name;
    this.#clock = clock;
  }

  read(): string {
    return this.#text;
  }

  /** Shows another text soon. */
  grow(text: string): void {
    this.#text = text;
    this.#timer.value ??= this.#clock.schedule(Math.max(SHORTEST, text.length / PACE), () => {
      this.#timer.value = undefined;
      this.#changed.fire();
    });
  }

  /** Shows the last text at once. */
  end(text: string): void {
    this.#timer.value = undefined;
    this.#text = text;
    this.#changed.fire();
  }
}
