import type { JsonValue } from '../../../api/schema/row';
import type { RequestPart } from '../../settings';
import { button } from '../button';
import type { PanelContext } from '../context';
import { element, setText } from '../element';
import { fill } from '../fill';
import { Field } from './field';
import type { FieldFacts, FieldView } from './fieldView';
import type { Parsed } from './parse';
import type { PartRow } from './row';

/** A setting that is JSON: what there is of it, and a button that opens it in an editor. */
export class PartField implements FieldView {
  readonly element: HTMLElement;
  readonly #summary = element('span', { class: 'part-summary' });
  readonly #field: Field;
  readonly #row: PartRow;
  readonly #context: PanelContext;
  #value: JsonValue | undefined;
  #unsent: string | undefined;

  constructor(
    context: PanelContext,
    row: PartRow,
    name: string,
    onChange: () => void,
    onEdit: (part: RequestPart) => void,
  ) {
    const { strings } = context;
    this.#row = row;
    this.#context = context;
    const input = button({
      label: strings.editPart,
      icon: 'code',
      class: 'secondary',
      onClick: () => onEdit(row.part),
    });
    input.setAttribute('aria-label', fill(strings.editPartOf, name));
    const content = element('div', { class: 'part-row' }, this.#summary, input);
    const onReset = (): void => {
      this.write(undefined);
      onChange();
    };
    this.#field = new Field(context, { key: row.key, name, input, content, onReset });
    this.element = this.#field.element;
  }

  get parsed(): Parsed<JsonValue> {
    return this.#value === undefined ? {} : { value: this.#value };
  }

  write(value: JsonValue | undefined): void {
    this.#value = value;
    this.#refresh();
  }

  show({ unsent }: FieldFacts): void {
    this.#unsent = unsent;
    this.#refresh();
  }

  #refresh(): void {
    const { strings, format } = this.#context;
    const { count, hint } = this.#row;
    const value = this.#value;
    const many = Array.isArray(value) ? value.length : 1;
    const set =
      count && value !== undefined
        ? fill(strings[many === 1 ? count.one : count.many], format.count(many))
        : strings.partSet;
    setText(this.#summary, value === undefined ? strings.partNone : set);
    this.#field.show({
      note: hint ? strings[hint] : '',
      set: value !== undefined,
      unsent: this.#unsent,
    });
  }
}
