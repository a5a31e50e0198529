import type { PanelContext } from '../context';
import { button } from '../controls';
import { element } from '../dom';

export type Pair = readonly [first: string, second: string];

export interface PairsOptions {
  /** Names of the two fields of a row, and of its button, by the row's number. */
  readonly labels: readonly [first: (row: number) => string, second: (row: number) => string];
  readonly remove: (row: number) => string;
  readonly add: string;
  readonly class: string;
  /** What a new row begins with. */
  readonly fresh: (pairs: readonly Pair[]) => Pair;
  /** The user has changed something. */
  readonly onChange: () => void;
}

/** A short list of rows with two texts each, to which rows are added and from which they are taken. */
export class PairsEditor {
  readonly element: HTMLElement;
  /** For more rows. */
  readonly add: HTMLButtonElement;
  readonly #context: PanelContext;
  readonly #options: PairsOptions;

  constructor(context: PanelContext, options: PairsOptions) {
    this.#context = context;
    this.#options = options;
    this.element = element('div', { class: `pairs ${options.class}` });
    this.add = button({
      label: options.add,
      icon: 'add',
      class: 'secondary',
      onClick: () => {
        this.#set([...this.pairs, options.fresh(this.pairs)]);
        this.#fields(this.pairs.length - 1)
          .at(-1)
          ?.focus();
        options.onChange();
      },
    });
  }

  get pairs(): readonly Pair[] {
    return [...this.element.children].map((_, index) => {
      const [first, second] = this.#fields(index);
      return [first?.value ?? '', second?.value ?? ''];
    });
  }

  /** Shows other texts; fields that have theirs already stay as they are. */
  set pairs(pairs: readonly Pair[]) {
    this.#set(pairs);
  }

  #set(pairs: readonly Pair[]): void {
    while (this.element.children.length > pairs.length) this.element.lastElementChild?.remove();
    while (this.element.children.length < pairs.length) {
      this.element.append(this.#row(this.element.children.length));
    }
    pairs.forEach((pair, index) => {
      for (const [at, field] of this.#fields(index).entries()) {
        const value = pair[at] ?? '';
        if (field.value !== value) field.value = value;
      }
    });
  }

  #fields(row: number): readonly (HTMLInputElement | HTMLTextAreaElement)[] {
    return [...(this.element.children[row]?.querySelectorAll<HTMLTextAreaElement>('.field') ?? [])];
  }

  #row(index: number): HTMLElement {
    const { labels, remove, onChange } = this.#options;
    const fields = labels.map((label) =>
      element('textarea', {
        class: 'field growing',
        attributes: { rows: '1', 'aria-label': label(index + 1) },
      }),
    );
    fields.forEach((field, at) => {
      field.placeholder = labels[at]?.(index + 1) ?? '';
      field.addEventListener('input', onChange);
    });
    const row = element(
      'div',
      { class: 'pair' },
      ...fields,
      button({
        label: remove(index + 1),
        icon: 'close',
        bare: true,
        onClick: () => {
          this.#set(this.pairs.filter((_, at) => at !== index));
          const next = this.#fields(Math.min(index, this.pairs.length - 1)).at(-1);
          (next ?? this.add).focus();
          this.#context.announce(remove(index + 1));
          onChange();
        },
      }),
    );
    return row;
  }
}
