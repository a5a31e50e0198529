import type { JsonValue } from '../../../api/schema/row';
import type { PanelContext } from '../context';
import { element } from '../element';
import { Field } from './field';
import type { FieldFacts, FieldView } from './fieldView';
import type { Parsed } from './parse';
import type { FlagRow } from './row';

/** A setting that is on or, as every one is by default, off. */
export class FlagField implements FieldView {
  readonly element: HTMLElement;
  readonly #input = element('input', { attributes: { type: 'checkbox' } });
  readonly #field: Field;
  readonly #note: string;
  #unsent: string | undefined;

  constructor(context: PanelContext, row: FlagRow, name: string, onChange: () => void) {
    this.#note = row.hint ? context.strings[row.hint] : '';
    const changed = (): void => {
      this.#refresh();
      onChange();
    };
    const input = this.#input;
    const onReset = (): void => {
      input.checked = false;
      changed();
    };
    this.#field = new Field(context, { key: row.key, name, input, onReset });
    input.addEventListener('change', changed);
    this.element = this.#field.element;
  }

  get parsed(): Parsed<JsonValue> {
    return this.#input.checked ? { value: true } : {};
  }

  write(value: JsonValue | undefined): void {
    this.#input.checked = value === true;
    this.#refresh();
  }

  show({ unsent }: FieldFacts): void {
    this.#unsent = unsent;
    this.#refresh();
  }

  #refresh(): void {
    this.#field.show({ note: this.#note, set: this.#input.checked, unsent: this.#unsent });
  }
}
