import { objectAt, textAt } from '../../../base/json';
import type { PlaygroundState } from '../../protocol';
import type { PanelContext } from '../context';
import { DebouncedSync } from '../debouncedSync';
import { element } from '../dom';
import { objectsAt } from '../jsonFields';
import { type Pair, PairsEditor } from './pairsEditor';

/** What legacy chats are asked with: who writes, the context, and examples. */
export class MessageEditor {
  readonly element: HTMLElement;
  readonly #author: HTMLInputElement;
  readonly #context: HTMLTextAreaElement;
  readonly #pairs: PairsEditor;
  readonly #sync: DebouncedSync;
  readonly #authorSync: DebouncedSync;

  constructor(context: PanelContext) {
    const { strings, ask } = context;
    this.#sync = new DebouncedSync(() => {
      const examples = this.#pairs.pairs.map(([input, output]) => ({ input, output }));
      return ask('setMessagePrompt', { context: this.#context.value, examples });
    });
    this.#authorSync = new DebouncedSync(() => ask('setAuthor', { author: this.#author.value }));
    this.#author = element('input', {
      attributes: { type: 'text', maxlength: '256', placeholder: strings.authorHint },
    });
    this.#author.addEventListener('input', () => this.#authorSync.want());
    this.#context = element('textarea', {
      class: 'growing',
      attributes: { rows: '1', placeholder: strings.contextHint },
    });
    this.#context.addEventListener('input', () => this.#sync.want());
    this.#pairs = new PairsEditor(context, {
      labels: [strings.exampleInput, strings.exampleOutput],
      remove: strings.removeExample,
      add: strings.addExample,
      class: 'examples',
      fresh: () => ['', ''],
      onChange: () => this.#sync.want(),
    });
    this.element = element(
      'div',
      { class: 'mode-editor' },
      labelled(strings.author, this.#author),
      labelled(strings.context, this.#context),
      this.#pairs.element,
      element('div', { class: 'button-row' }, this.#pairs.add),
    );
    this.element.addEventListener('focusout', () => {
      this.#sync.flush();
      this.#authorSync.flush();
    });
  }

  show({ conversation, settings, author = '' }: PlaygroundState): void {
    const takesAuthor = this.#authorSync.takes(conversation);
    if (takesAuthor && this.#author.value !== author) this.#author.value = author;
    if (!this.#sync.takes(conversation)) return;
    const prompt = objectAt(settings.requests?.message ?? {}, 'prompt');
    const context = textAt(prompt, 'context');
    if (this.#context.value !== context) this.#context.value = context;
    const examples = objectsAt(prompt, 'examples');
    this.#pairs.pairs = examples.map((example): Pair => {
      const [input, output] = [objectAt(example, 'input'), objectAt(example, 'output')];
      return [textAt(input, 'content'), textAt(output, 'content')];
    });
  }
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  return element('label', { class: 'mode-field' }, element('span', { text }), field);
}
