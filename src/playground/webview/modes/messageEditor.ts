import * as l10n from '@vscode/l10n';
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
    const { ask } = context;
    this.#sync = new DebouncedSync(() => {
      const examples = this.#pairs.pairs.map(([input, output]) => ({ input, output }));
      return ask('setMessagePrompt', { context: this.#context.value, examples });
    });
    this.#authorSync = new DebouncedSync(() => ask('setAuthor', { author: this.#author.value }));
    this.#author = element('input', {
      attributes: { type: 'text', maxlength: '256', placeholder: l10n.t('None') },
    });
    this.#author.addEventListener('input', () => this.#authorSync.want());
    this.#context = element('textarea', {
      class: 'growing',
      attributes: {
        rows: '1',
        placeholder: l10n.t('How the model is to answer, for example as whom.'),
      },
    });
    this.#context.addEventListener('input', () => this.#sync.want());
    this.#pairs = new PairsEditor(context, {
      labels: [
        (row) => l10n.t('Message of example {0}', row),
        (row) => l10n.t('Answer of example {0}', row),
      ],
      remove: (row) => l10n.t('Remove Example {0}', row),
      add: l10n.t('Add Example'),
      class: 'examples',
      fresh: () => ['', ''],
      onChange: () => this.#sync.want(),
    });
    this.element = element(
      'div',
      { class: 'mode-editor' },
      labelled(l10n.t('Your name'), this.#author),
      labelled(l10n.t('Context'), this.#context),
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
