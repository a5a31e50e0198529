import * as l10n from '@vscode/l10n';
import { MODES } from '../modes';
import type { PlaygroundState } from '../protocol';
import { functionNames } from '../tools';
import type { PanelContext } from './context';
import { button } from './controls';
import { element } from './dom';
import { revealedText } from './pieces';

/** Names of functions that are told to be wrong. */
const MOST = 5;

/** What the settings say about declared functions: names that the service refuses, and mock results. */
export class FunctionsField {
  readonly element: HTMLElement;
  readonly #problems = element('div');
  readonly #automatic: AutomaticRow;
  readonly #add: HTMLButtonElement;
  #key = '';

  constructor(context: PanelContext) {
    this.#automatic = new AutomaticRow(context);
    this.#add = button({
      label: l10n.t('Add an Example Function'),
      class: 'link',
      onClick: () => void context.ask('addFunction', undefined),
    });
    this.element = element(
      'div',
      { class: 'field functions' },
      this.#add,
      this.#problems,
      this.#automatic.element,
    );
  }

  /** Where no function is declared, offers one; only chats and single prompts call functions. */
  show(panel: PlaygroundState): void {
    const { names, invalid, repeated } = functionNames(panel.settings.requests?.chat);
    this.element.hidden = !MODES[panel.mode].isChat;
    this.#add.hidden = names.length > 0;
    this.#automatic.element.hidden = names.length === 0;
    this.#automatic.show(panel);
    const texts = [
      ...invalid.map((name) =>
        l10n.t(
          'The service does not take this name of a function: {0}. Names have up to 64 letters, digits and _ . : -',
          revealedText(name || l10n.t('(no name)')),
        ),
      ),
      ...repeated.map((name) => l10n.t('Declared more than once: {0}', revealedText(name))),
    ].slice(0, MOST);
    const key = texts.join('\n');
    if (key === this.#key) return;
    this.#key = key;
    this.#problems.replaceChildren(
      ...texts.map((text) => element('p', { class: 'field-error', text })),
    );
  }
}

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
