import type { ModelInfo } from '../../protocol';
import type { PanelContext } from '../context';
import { element } from '../element';
import { fill } from '../fill';
import { Field } from './field';
import { parseNumber, type NumberRow, type Parsed } from './fields';

/** A setting that is a number: a text field, and a slider where its range is small. */
export class NumberField {
  readonly element: HTMLElement;
  readonly row: NumberRow;
  readonly #context: PanelContext;
  readonly #field: Field;
  readonly #input: HTMLInputElement;
  readonly #slider: HTMLInputElement | undefined;
  #model: ModelInfo | undefined;

  constructor(context: PanelContext, row: NumberRow, onChange: () => void) {
    this.row = row;
    this.#context = context;
    const name = context.strings[row.label];
    this.#input = element('input', {
      class: 'number',
      attributes: { type: 'text', inputmode: row.whole ? 'numeric' : 'decimal' },
    });
    const content = element('div', { class: 'number-row' }, this.#input);
    if (row.step !== undefined) {
      this.#slider = element('input', {
        attributes: {
          type: 'range',
          'aria-label': name,
          min: String(row.min),
          step: String(row.step),
        },
      });
      content.prepend(this.#slider);
      this.#slider.addEventListener('input', () => {
        this.#input.value = this.#slider?.value ?? '';
        this.#refresh();
        onChange();
      });
    }
    this.#field = new Field(context, row.key, name, this.#input, content, () => {
      this.#input.value = '';
      this.#refresh();
      onChange();
    });
    this.#input.addEventListener('input', () => {
      this.#refresh();
      onChange();
    });
    this.element = this.#field.element;
  }

  get parsed(): Parsed<number> {
    return parseNumber(this.#input.value, this.row, this.row.max(this.#model));
  }

  /** @param value as set; absent means the model's default. */
  set(value: number | undefined): void {
    this.#input.value = value === undefined ? '' : String(value);
    this.#refresh();
  }

  showModel(model: ModelInfo | undefined): void {
    this.#model = model;
    this.element.hidden = !this.row.known(model) && this.#input.value === '';
    this.#refresh();
  }

  #refresh(): void {
    const { strings, format } = this.#context;
    const max = this.row.max(this.#model);
    const standard = this.row.standard(this.#model);
    const { parsed } = this;
    const shown =
      standard === undefined
        ? ''
        : this.row.whole
          ? format.count(standard)
          : format.decimal(standard);
    this.#input.placeholder = shown;
    if (this.#slider) {
      this.#slider.max = String(max);
      const value = 'value' in parsed ? parsed.value : undefined;
      this.#slider.value = String(value ?? standard ?? this.row.min);
      this.#slider.classList.toggle('is-default', value === undefined);
    }
    const words = [
      shown ? fill(strings.defaultValue, shown) : strings.modelDefault,
      ...(this.#slider || this.row.key === 'topK' ? [] : [fill(strings.upTo, format.count(max))]),
    ];
    this.#field.show({
      note: `${words.join(', ')}. ${strings[this.row.hint]}`,
      set: this.#input.value !== '',
      ...('error' in parsed && {
        error: fill(strings[parsed.error], format.count(this.row.min), format.count(max)),
      }),
    });
  }
}
