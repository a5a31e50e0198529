import { systemClock } from '../../base/clock';
import type { Waiting } from '../protocol';
import type { PanelContext } from './context';
import { Countdown } from './countdown';
import { element, setText } from './element';
import { icon } from './icon';
import { waitWords } from './waitWords';

/**
 * What stands where an answer will be until something of it is there: that it was asked for, or why and when
 * it is asked for again. A screen reader is told once, elsewhere, and not each second.
 */
export class WaitLine {
  readonly element = element('p', { class: 'waiting' });
  readonly #context: PanelContext;
  readonly #countdown = new Countdown(systemClock, (seconds) => this.#count(seconds));
  readonly #before = element('span');
  readonly #seconds = element('span', { class: 'seconds' });
  readonly #after = element('span');
  readonly #words = element('span', {}, this.#before, this.#seconds, this.#after);
  #waiting: Waiting | undefined;
  /** The number keeps the width that it began with, so that the words behind it stay where they are. */
  #digits = 1;

  constructor(context: PanelContext) {
    this.#context = context;
  }

  /** Shows a wait from now on; without one, that the first token is waited for, or that nothing has arrived. */
  show(waiting: Waiting | undefined, isStalled = false): void {
    if (!waiting) {
      this.stop();
      const { strings } = this.#context;
      setText(this.element, isStalled ? strings.nothingArrived : strings.waiting);
      return;
    }
    if (!this.#waiting) this.element.replaceChildren(icon('clockface'), this.#words);
    this.#waiting = waiting;
    this.#digits = 1;
    this.#countdown.start(waiting.remainingMs);
  }

  stop(): void {
    this.#waiting = undefined;
    this.#countdown.stop();
  }

  #count(seconds: number): void {
    if (!this.#waiting) return;
    const { strings, format } = this.#context;
    const words = waitWords(this.#waiting, seconds, strings, format);
    setText(this.#before, words.before);
    setText(this.#after, words.after);
    setText(this.#seconds, words.seconds);
    this.#digits = Math.max(this.#digits, words.seconds.length);
    this.#seconds.style.setProperty('--digits', `${this.#digits}ch`);
    this.#seconds.hidden = words.seconds === '';
  }
}
