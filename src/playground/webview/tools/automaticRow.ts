import type { PlaygroundState } from '../../protocol';
import { button } from '../button';
import type { PanelContext } from '../context';
import { element } from '../element';

/** Whether calls are answered by themselves, and what with. */
export class AutomaticRow {
  readonly element: HTMLElement;
  readonly #on = element('input', { attributes: { type: 'checkbox' } });

  /** @param id of the check box on the page */
  constructor(context: PanelContext, id: string) {
    const { strings } = context;
    this.#on.id = id;
    this.#on.addEventListener('change', () => {
      void context.ask('setAutoRespond', { on: this.#on.checked });
    });
    const label = element('label', { text: strings.autoRespond });
    label.htmlFor = id;
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
