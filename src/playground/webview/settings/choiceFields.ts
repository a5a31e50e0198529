import * as l10n from '@vscode/l10n';
import type { JsonValue } from '../../../api/schema/row';
import { element } from '../dom';
import { Field, type FieldFacts, type FieldView, type Parsed } from './field';
import type { ChoiceRow } from './row';

/** A setting that is one of the service's values; one that is not known here is shown as it is. */
export class ChoiceField implements FieldView {
  readonly element: HTMLElement;
  readonly #select = element('select');
  readonly #field: Field;
  readonly #row: ChoiceRow;
  readonly #note: string;
  #unsent: string | undefined;

  constructor(row: ChoiceRow, name: string, onChange: () => void) {
    this.#row = row;
    this.#note = row.hint?.() ?? '';
    const input = this.#select;
    input.append(element('option', { text: l10n.t('Default'), attributes: { value: '' } }));
    for (const option of row.options) this.#add(option);
    const changed = (): void => {
      this.#refresh();
      onChange();
    };
    const onReset = (): void => {
      input.value = '';
      changed();
    };
    this.#field = new Field({ key: row.key, name, input, content: input, onReset });
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

/** A setting that is several of the service's values; those that are not known here stay. */
export class ChoicesField implements FieldView {
  readonly element: HTMLElement;
  readonly #boxes: readonly HTMLInputElement[];
  readonly #field: Field;
  readonly #note: string;
  #others: readonly JsonValue[] = [];
  #unsent: string | undefined;

  constructor(row: ChoiceRow, name: string, onChange: () => void) {
    this.#note = row.hint?.() ?? '';
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
    this.#field = new Field({ key: row.key, name, input, content: input, onReset });
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

/** A value of the service such as `BLOCK_ONLY_HIGH` as words, "Block only high"; what is no such name stays. */
export function wordsOf(value: string, prefix = ''): string {
  if (!/^[A-Z][A-Z_]*$/.test(value)) return value;
  const words = (value.startsWith(prefix) ? value.slice(prefix.length) : value)
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
