import * as l10n from '@vscode/l10n';
import { objectAt, textAt } from '../../../base/json';
import type { PlaygroundState } from '../../protocol';
import type { PanelContext } from '../context';
import { button } from '../controls';
import { DebouncedSync } from '../debouncedSync';
import { element, setText } from '../dom';
import { objectsAt } from '../jsonFields';
import { revealedText } from '../pieces';
import { type Pair, PairsEditor } from './pairsEditor';

/** What grounded answers rest on: passages that are written here, or a corpus. */
export class PassagesEditor {
  readonly element: HTMLElement;
  readonly #pairs: PairsEditor;
  readonly #sync: DebouncedSync;
  readonly #source = element('span', { class: 'source' });
  readonly #use: HTMLButtonElement;
  #hasSource = false;

  /** @param onChange what is there to answer from has changed */
  constructor(context: PanelContext, onChange: () => void) {
    const { ask } = context;
    this.#sync = new DebouncedSync(() => {
      const passages = this.#pairs.pairs.map(([id, text]) => ({ id, text }));
      return ask('setPassages', { passages });
    });
    this.#pairs = new PairsEditor(context, {
      labels: [
        (row) => l10n.t('Name of passage {0}', row),
        (row) => l10n.t('Text of passage {0}', row),
      ],
      remove: (row) => l10n.t('Remove Passage {0}', row),
      add: l10n.t('Add Passage'),
      class: 'passages',
      fresh: (pairs) => [freeName(pairs), ''],
      onChange: () => {
        this.#sync.want();
        onChange();
      },
    });
    this.#use = button({
      label: l10n.t('Use Passages Instead'),
      class: 'secondary',
      onClick: () => void ask('clearSource', undefined),
    });
    this.element = element(
      'div',
      { class: 'mode-editor' },
      this.#pairs.element,
      element(
        'div',
        { class: 'button-row' },
        this.#source,
        this.#pairs.add,
        button({
          label: l10n.t('Choose Corpus…'),
          class: 'secondary',
          onClick: () => void ask('pickSource', undefined),
        }),
        this.#use,
      ),
    );
    this.element.addEventListener('focusout', () => this.#sync.flush());
  }

  get blockedBecause(): string | undefined {
    const isReady = this.#hasSource || this.#pairs.pairs.some(([, text]) => text.trim() !== '');
    return isReady ? undefined : l10n.t('Add a passage with a text, or choose a corpus.');
  }

  show({ conversation, settings }: PlaygroundState): void {
    const { answer = {} } = settings.requests ?? {};
    const source = textAt(objectAt(answer, 'semanticRetriever'), 'source');
    this.#hasSource = source !== '';
    this.#pairs.element.hidden = this.#hasSource;
    this.#pairs.add.hidden = this.#hasSource;
    this.#use.hidden = this.#source.hidden = !this.#hasSource;
    setText(this.#source, l10n.t('Answers from {0}', revealedText(source)));
    if (!this.#sync.takes(conversation)) return;
    const passages = objectsAt(objectAt(answer, 'inlinePassages'), 'passages');
    const pairs = passages.map((passage): Pair => {
      const parts = objectsAt(objectAt(passage, 'content'), 'parts');
      return [textAt(passage, 'id'), parts.map((part) => textAt(part, 'text')).join('\n')];
    });
    this.#pairs.pairs = pairs.length === 0 && !this.#hasSource ? [['1', '']] : pairs;
  }
}

/** The first number that no passage has for a name: names must differ. */
function freeName(pairs: readonly Pair[]): string {
  const taken = new Set(pairs.map(([id]) => id));
  let number = pairs.length + 1;
  while (taken.has(String(number))) number++;
  return String(number);
}
