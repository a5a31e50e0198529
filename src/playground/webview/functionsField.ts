import { MODES } from '../modes';
import type { PlaygroundState } from '../protocol';
import { functionNames } from '../tools';
import type { PanelContext } from './context';
import { button } from './controls';
import { element } from './dom';
import { fill } from './format';
import { revealedText } from './pieces';

/** Names of functions that are told to be wrong. */
const MOST = 5;

/** What the settings say about declared functions: names that the service refuses, and mock results. */
export class FunctionsField {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #problems = element('div');
  readonly #automatic: AutomaticRow;
  readonly #add: HTMLButtonElement;
  #key = '';

  constructor(context: PanelContext) {
    this.#context = context;
    this.#automatic = new AutomaticRow(context);
    this.#add = button({
      label: context.strings.addFunction,
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
    const { strings } = this.#context;
    const sentences = [
      ...invalid.map(
        (name) => [strings.invalidFunctionName, name || strings.noFunctionName] as const,
      ),
      ...repeated.map((name) => [strings.repeatedFunctionName, name] as const),
    ].slice(0, MOST);
    const texts = sentences.map(([text, name]) => fill(text, revealedText(name)));
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
    const { strings } = context;
    this.#on.id = `answer-automatically-${++count}`;
    this.#on.addEventListener('change', () => {
      void context.ask('setAutoRespond', { on: this.#on.checked });
    });
    const label = element('label', { text: strings.autoRespond });
    label.htmlFor = this.#on.id;
    const mocks = button({
      label: strings.savedResults,
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
