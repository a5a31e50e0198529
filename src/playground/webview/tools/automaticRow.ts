import type { PlaygroundState } from '../../protocol';
import { button } from '../button';
import type { PanelContext } from '../context';
import { element } from '../element';

/** A page has several: in the settings, and in each column of a comparison. */
let count = 0;

/** Whether calls are answered by themselves, and what with. */
export class AutomaticRow {
  readonly element: HTMLElement;
  readonly #on = element('input', { attributes: { type: 'checkbox' } });

  constructor(context: PanelContext) {
    const { strings } = context;
    this.#on.id = `answer-automatically-${++count}`;
    this.#on.addEventListener('change', () => {
      void context.ask('setAutoRespond', { on: this.#on.checked });
    });
    const label = element('label', { text: strings.autoRespond });
    label.htmlFor = this.#on.id;
    const usual = button({
      label: strings.usualResults,
      class: 'link',
      onClick: () => void context.ask('usualResults', undefined),
    });
    this.element = element(
      'div',
      { class: 'automatic-row' },
      element('div', { class: 'check-row' }, this.#on, label),
      usual,
    );
  }

  show({ settings }: PlaygroundState): void {
    this.#on.checked = settings.autoRespond ?? false;
  }
}
