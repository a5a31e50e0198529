import type { JsonValue } from '../../../api/schema/row';
import type { PanelContext } from '../context';
import { element } from '../element';
import { Field } from './field';
import type { FieldFacts, FieldView } from './fieldView';
import type { Parsed } from './parse';
import type { ChoiceRow } from './row';
import { wordsOf } from './words';

/** A setting that is several of the service's values; those that are not known here stay. */
export class ChoicesField implements FieldView {
  readonly element: HTMLElement;
  readonly #boxes: readonly HTMLInputElement[];
  readonly #field: Field;
  readonly #note: string;
  #others: readonly JsonValue[] = [];
  #unsent: string | undefined;

  constructor(context: PanelContext, row: ChoiceRow, name: string, onChange: () => void) {
    this.#note = row.hint ? context.strings[row.hint] : '';
    const input = element('div', {
      class: 'choices',
      attributes: { role: 'group', tabindex: '-1' },
    });
    const changed = (): void => {
      this.#refresh();
      onChange();
    };
    this.#boxes = row.options.map((value) => {
      const box = element('input', { attributes: { type: 'checkbox', value } });
      box.addEventListener('change', changed);
      const text = wordsOf(value, row.prefix);
      input.append(element('label', { class: 'check-row' }, box, text));
      return box;
    });
    const onReset = (): void => {
      this.write(undefined);
      onChange();
    };
    this.#field = new Field(context, { key: row.key, name, input, content: input, onReset });
    this.element = this.#field.element;
  }

  get parsed(): Parsed<JsonValue> {
    const chosen = this.#boxes.filter((box) => box.checked).map((box) => box.value);
    const value = [...chosen, ...this.#others];
    return value.length === 0 ? {} : { value };
  }

  write(value: JsonValue | undefined): void {
    const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
    for (const box of this.#boxes) box.checked = items.includes(box.value);
    const known = this.#boxes.map((box) => box.value);
    this.#others = items.filter((item) => !known.some((name) => name === item));
    this.#refresh();
  }

  show({ unsent }: FieldFacts): void {
    this.#unsent = unsent;
    this.#refresh();
  }

  #refresh(): void {
    const set = Object.hasOwn(this.parsed, 'value');
    this.#field.show({ note: this.#note, set, unsent: this.#unsent });
  }
}
