import type { JsonValue } from '../../../api/schema/row';
import type { PanelContext } from '../context';
import { element } from '../element';
import { Field } from './field';
import type { FieldFacts, FieldView } from './fieldView';
import type { Parsed } from './parse';
import type { ChoiceRow } from './row';
import { wordsOf } from './words';

/** A setting that is one of the service's values; one that is not known here is shown as it is. */
export class ChoiceField implements FieldView {
  readonly element: HTMLElement;
  readonly #select = element('select');
  readonly #field: Field;
  readonly #row: ChoiceRow;
  readonly #note: string;
  #unsent: string | undefined;

  constructor(context: PanelContext, row: ChoiceRow, name: string, onChange: () => void) {
    const { strings } = context;
    this.#row = row;
    this.#note = row.hint ? strings[row.hint] : '';
    const input = this.#select;
    input.append(element('option', { text: strings.serviceDefault, attributes: { value: '' } }));
    for (const option of row.options) this.#add(option);
    const changed = (): void => {
      this.#refresh();
      onChange();
    };
    const onReset = (): void => {
      input.value = '';
      changed();
    };
    this.#field = new Field(context, { key: row.key, name, input, content: input, onReset });
    input.addEventListener('change', changed);
    this.element = this.#field.element;
  }

  get parsed(): Parsed<JsonValue> {
    const { value } = this.#select;
    return value === '' ? {} : { value };
  }

  write(value: JsonValue | undefined): void {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
    const wanted = value === undefined ? '' : text;
    if (![...this.#select.options].some((option) => option.value === wanted)) this.#add(wanted);
    this.#select.value = wanted;
    this.#refresh();
  }

  show({ unsent }: FieldFacts): void {
    this.#unsent = unsent;
    this.#refresh();
  }

  #add(value: string): void {
    const text = wordsOf(value, this.#row.prefix);
    this.#select.append(element('option', { text, attributes: { value, title: value } }));
  }

  #refresh(): void {
    const set = this.#select.value !== '';
    this.#field.show({ note: this.#note, set, unsent: this.#unsent });
  }
}
