import type { PlaygroundState } from '../../protocol';
import type { Area, ComposerAccess } from '../areas';
import { button } from '../button';
import type { PanelContext } from '../context';
import { element, setText } from '../element';
import { fill } from '../fill';
import { icon } from '../icon';
import { revealedText } from '../markdown/reveal';

/** The prompt file that the conversation belongs to: a click on its name opens it, a button saves it. */
export class PromptBar implements Area {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #name = element('span', { class: 'label' });
  readonly #file: HTMLButtonElement;

  constructor(context: PanelContext, composer: ComposerAccess) {
    const { strings, ask } = context;
    this.#context = context;
    this.#file = element(
      'button',
      { class: 'prompt-file', attributes: { type: 'button' } },
      icon('file-text'),
      this.#name,
    );
    this.#file.addEventListener('click', () => void ask('showPromptFile', undefined));
    const save = button({
      label: strings.savePromptFile,
      onClick: () => void ask('savePrompt', { text: composer.message(), over: true }),
    });
    save.classList.add('secondary');
    this.element = element(
      'div',
      { class: 'prompt-bar', attributes: { role: 'group', 'aria-label': strings.promptFile } },
      this.#file,
      save,
    );
    this.element.hidden = true;
  }

  show({ promptFile }: PlaygroundState): void {
    this.element.hidden = promptFile === undefined;
    const name = revealedText(promptFile ?? '');
    setText(this.#name, name);
    this.#file.title = fill(this.#context.strings.openPromptFile, name);
  }
}
