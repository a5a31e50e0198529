import type { PlaygroundState } from '../../protocol';
import type { Variables } from '../../variables';
import type { Area, ComposerAccess } from '../areas';
import { button } from '../button';
import type { PanelContext } from '../context';
import { element } from '../element';
import { fill } from '../fill';
import { Soon } from '../soon';
import { missingVariable, neededVariables, withBracesKept } from './neededVariables';

/** After a key in a long draft, in milliseconds. */
const SOON = 300;
/** In UTF-16 units. */
const LONG = 100_000;

/** A field for each variable of the next request; nothing is sent while one of them is empty. */
export class VariablesArea implements Area {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #composer: ComposerAccess;
  readonly #fields = element('div', { class: 'variable-fields' });
  readonly #keep: HTMLButtonElement;
  #panel: PlaygroundState | undefined;
  #names: readonly string[] = [];
  #values: Variables = {};
  readonly #soon: Soon;
  #reading: ReturnType<typeof setTimeout> | undefined;
  #isLong = false;

  constructor(context: PanelContext, composer: ComposerAccess) {
    const { strings } = context;
    this.#context = context;
    this.#soon = new Soon(() => context.ask('setVariables', { values: this.#values }));
    this.#composer = composer;
    this.#keep = button({
      label: strings.keepBraces,
      onClick: () => this.#set(withBracesKept(this.#names, this.#values)),
    });
    this.#keep.title = strings.keepBracesHint;
    this.#keep.classList.add('secondary');
    this.element = element(
      'section',
      { class: 'variables', attributes: { 'aria-label': strings.variables } },
      this.#fields,
      this.#keep,
    );
    this.element.hidden = true;
    this.element.addEventListener('focusout', () => this.#soon.flush());
    composer.onDidChange(() => this.#refreshSoon());
  }

  get obstacle(): string | undefined {
    const missing = missingVariable(this.#names, this.#values);
    return missing === undefined ? undefined : fill(this.#context.strings.variableMissing, missing);
  }

  show(panel: PlaygroundState): void {
    this.#panel = panel;
    if (this.#soon.takes(panel.conversation)) {
      this.#values = panel.variables;
      for (const input of this.#inputs) this.#fillIn(input);
    }
    this.#refresh();
  }

  get #inputs(): readonly HTMLTextAreaElement[] {
    return [...this.#fields.querySelectorAll('textarea')];
  }

  /** A draft of megabytes is not read with every key. */
  #refreshSoon(): void {
    clearTimeout(this.#reading);
    if (this.#isLong) this.#reading = setTimeout(() => this.#refresh(), SOON);
    else this.#refresh();
  }

  #refresh(): void {
    if (!this.#panel) return;
    const draft = this.#composer.message();
    this.#isLong = draft.length > LONG;
    const names = neededVariables(this.#panel, draft);
    const isSame = names.join(' ') === this.#names.join(' ');
    this.#names = names;
    if (!isSame) this.#build();
    this.#showMissing();
  }

  #build(): void {
    const known = new Map(this.#inputs.map((input) => [input.name, input.closest('.variable')]));
    const rows = this.#names.map((name) => known.get(name) ?? this.#row(name));
    this.#fields.replaceChildren(...rows);
    this.element.hidden = rows.length === 0;
  }

  #row(name: string): HTMLElement {
    const input = element('textarea', {
      class: 'growing',
      attributes: { name, rows: '1', spellcheck: 'false' },
    });
    this.#fillIn(input);
    input.addEventListener('input', () => {
      this.#set({ ...this.#values, [name]: input.value });
    });
    return element('label', { class: 'variable' }, element('span', { text: name }), input);
  }

  #fillIn(input: HTMLTextAreaElement): void {
    const value = Object.hasOwn(this.#values, input.name) ? (this.#values[input.name] ?? '') : '';
    if (input.value !== value) input.value = value;
  }

  #set(values: Variables): void {
    this.#values = values;
    for (const input of this.#inputs) this.#fillIn(input);
    this.#soon.want();
    this.#showMissing();
  }

  #showMissing(): void {
    this.#keep.hidden = missingVariable(this.#names, this.#values) === undefined;
    this.#composer.refresh();
  }
}
