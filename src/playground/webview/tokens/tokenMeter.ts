import { systemClock } from '../../../base/clock';
import type { PlaygroundState, TokenCount } from '../../protocol';
import type { PanelContext } from '../context';
import { element, setText } from '../element';
import { CountSchedule } from './countSchedule';
import { meterText } from './meterText';
import { requestKey } from './requestKey';
import { requestLength } from './requestLength';

/** How many tokens the next request has, beside the button that sends it. A click counts them now. */
export class TokenMeter {
  readonly element: HTMLButtonElement;
  readonly #context: PanelContext;
  readonly #schedule: CountSchedule;
  #panel: PlaygroundState | undefined;

  /** @param message the text as it would be sent */
  constructor(context: PanelContext, message: () => string) {
    this.#context = context;
    this.element = element('button', { class: 'token-meter', attributes: { type: 'button' } });
    this.element.hidden = true;
    this.#schedule = new CountSchedule({
      clock: systemClock,
      count: async (text, signal) =>
        (await context.call('countTokens', { text }, signal)) as TokenCount,
      text: message,
      isVisible: () => !document.hidden,
      onDidChange: () => this.#draw(),
    });
    this.element.addEventListener('click', () => this.#schedule.now());
    document.addEventListener('visibilitychange', () => this.#schedule.changed());
  }

  show(panel: PlaygroundState): void {
    this.#panel = panel;
    const mode = panel.model && panel.connection ? panel.tokenMeter : 'off';
    const isStreaming = panel.streaming !== undefined;
    this.#schedule.show(mode, isStreaming, requestKey(panel), requestLength(panel));
    this.#draw();
  }

  /** The message has changed. */
  changed(): void {
    this.#schedule.changed();
  }

  #draw(): void {
    if (!this.#panel) return;
    const { strings, format } = this.#context;
    const shown = meterText(this.#panel, this.#schedule.counted, strings, format);
    this.element.hidden = shown === undefined;
    if (!shown) return;
    setText(this.element, shown.text);
    this.element.title = shown.hint;
    this.element.classList.toggle('over', shown.isOver);
  }
}
