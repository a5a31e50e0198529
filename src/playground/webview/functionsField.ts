import * as l10n from '@vscode/l10n';
import type { PlaygroundState } from '../protocol';
import type { PanelContext } from './context';
import { button } from './controls';
import { element } from './dom';

/** A page has several: in the settings, and in each column of a comparison. */
let count = 0;

/** Whether calls are answered by themselves, and what with. */
export class AutomaticRow {
  readonly element: HTMLElement;
  readonly #on = element('input', { attributes: { type: 'checkbox' } });

  constructor(context: PanelContext) {
    this.#on.id = `answer-automatically-${++count}`;
    this.#on.addEventListener('change', () => {
      void context.ask('setAutoRespond', { on: this.#on.checked });
    });
    const label = element('label', { text: l10n.t('Automatically use saved results') });
    label.htmlFor = this.#on.id;
    const mocks = button({
      label: l10n.t('Saved Results…'),
      class: 'link',
      onClick: () => void context.ask('savedResults', undefined),
    });
    this.element = element(
      'div',
      { class: 'automatic-row' },
      element('div', { class: 'check-row' }, this.#on, label),
      mocks,
    );
  }

  show({ settings }: PlaygroundState): void {
    this.#on.checked = settings.autoRespond ?? false;
  }
}
