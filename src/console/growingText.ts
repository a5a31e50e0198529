import type { Clock } from '../base/clock';
import { DisposableSlot, DisposableStore, type Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/event';
import type { L10n } from '../platform/l10n';
import type { LiveText } from '../platform/textDocuments';
import type { Answer } from './answer';
import { answerText } from './answerText';

// Milliseconds between two updates.
const SHORTEST = 100;
// Characters that VS Code takes over in a millisecond, about: with more text the updates get rarer, so that
// the work does not grow with the square of the answer.
const PACE = 2000;

/** An answer as a text that is shown while it comes. */
export class GrowingText implements LiveText {
  readonly name: string;
  readonly #answer: Answer;
  readonly #l10n: L10n;
  readonly #clock: Clock;
  readonly #changed = new Emitter<void>();
  readonly #timer = new DisposableSlot<Disposable>();
  #toldAt: number;
  #length = 0;

  constructor(answer: Answer, l10n: L10n, clock: Clock) {
    this.name = answerName(answer);
    this.#answer = answer;
    this.#l10n = l10n;
    this.#clock = clock;
    this.#toldAt = clock.monotonic();
    const subscriptions = new DisposableStore();
    subscriptions.add(this.#timer);
    subscriptions.add(
      answer.onDidChange(() => {
        if (answer.state === 'running') {
          this.#tellSoon();
        } else {
          subscriptions.dispose();
          this.#tell();
        }
      }),
    );
  }

  /** The answer goes on, or its connection has another name. */
  readonly onDidChange: Event<void> = (listener) => {
    const subscriptions = new DisposableStore();
    subscriptions.add(this.#changed.event(listener));
    subscriptions.add(this.#answer.connection.onDidChange(listener));
    return subscriptions;
  };

  read(): string {
    const text = answerText(this.#answer, this.#l10n);
    this.#length = text.length;
    return text;
  }

  #tellSoon(): void {
    if (this.#timer.value) return;
    const pause = Math.max(SHORTEST, this.#length / PACE);
    const rest = this.#toldAt + pause - this.#clock.monotonic();
    this.#timer.value = this.#clock.schedule(Math.max(0, rest), () => this.#tell());
  }

  #tell(): void {
    this.#timer.value = undefined;
    this.#toldAt = this.#clock.monotonic();
    this.#changed.fire();
  }
}

/** A file name, for the title of an editor. */
function answerName({ request }: Answer): string {
  return `${request.operation} (${request.version}).jsonc`;
}
