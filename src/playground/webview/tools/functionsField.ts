import { functionNames } from '../../functionNames';
import type { PlaygroundState } from '../../protocol';
import type { PanelContext } from '../context';
import { element } from '../element';
import { fill } from '../fill';
import { revealedText } from '../markdown/reveal';
import { AutomaticRow } from './automaticRow';

/** Names of functions that are told to be wrong. */
const MOST = 5;

/** What the settings say about declared functions: names that the service refuses, and usual results. */
export class FunctionsField {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #problems = element('div');
  readonly #automatic: AutomaticRow;
  #key = '';

  constructor(context: PanelContext) {
    this.#context = context;
    this.#automatic = new AutomaticRow(context, 'setting-answer-automatically');
    this.element = element('div', { class: 'functions' }, this.#problems, this.#automatic.element);
  }

  /** Hidden where no function is declared. */
  show(panel: PlaygroundState): void {
    const { names, invalid, repeated } = functionNames(panel.settings.requests?.chat);
    this.element.hidden = names.length === 0;
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
