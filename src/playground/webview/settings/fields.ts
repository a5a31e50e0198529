import * as l10n from '@vscode/l10n';
import type { JsonValue } from '../../../api/schema/row';
import type { RequestPart } from '../../settings';
import type { PanelContext } from '../context';
import { button } from '../controls';
import { element, setText } from '../dom';
import { ChoiceField, ChoicesField, wordsOf } from './choiceFields';
import { Field, type FieldFacts, type FieldView, type Parsed } from './field';
import { NumberField } from './numberField';
import type { FlagRow, PartRow, SettingRow } from './row';
import { TextField } from './textField';

export interface RowFieldOptions {
  /** Id of the panel: there may be several on a page. */
  readonly panel: string;
  readonly onChange: () => void;
  readonly onEdit: (part: RequestPart) => void;
}

/** The field of a setting. */
export function createField(
  context: PanelContext,
  setting: SettingRow,
  { panel, onChange, onEdit }: RowFieldOptions,
): FieldView {
  const row = { ...setting, key: `${panel}-${setting.key}` };
  const name = typeof row.label === 'function' ? row.label() : wordsOf(row.label.word);
  switch (row.kind) {
    case 'number':
      return new NumberField(context, row, name, onChange);
    case 'flag':
      return new FlagField(row, name, onChange);
    case 'choice':
      return new ChoiceField(row, name, onChange);
    case 'choices':
      return new ChoicesField(row, name, onChange);
    case 'part':
      return new PartField(context, row, name, onChange, onEdit);
    default:
      return new TextField(context, row, name, onChange);
  }
}

/** A setting that is on or, as every one is by default, off. */
class FlagField implements FieldView {
  readonly element: HTMLElement;
  readonly #input = element('input', { attributes: { type: 'checkbox' } });
  readonly #field: Field;
  readonly #note: string;
  #unsent: string | undefined;

  constructor(row: FlagRow, name: string, onChange: () => void) {
    this.#note = row.hint?.() ?? '';
    const changed = (): void => {
      this.#refresh();
      onChange();
    };
    const input = this.#input;
    const onReset = (): void => {
      input.checked = false;
      changed();
    };
    this.#field = new Field({ key: row.key, name, input, onReset });
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

/** A setting that is JSON: what there is of it, and a button that opens it in an editor. */
class PartField implements FieldView {
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
    this.#row = row;
    this.#context = context;
    const input = button({
      label: l10n.t('Edit…'),
      icon: 'code',
      class: 'secondary',
      onClick: () => onEdit(row.part),
    });
    input.setAttribute('aria-label', l10n.t('Edit {0}…', name));
    const content = element('div', { class: 'part-row' }, this.#summary, input);
    const onReset = (): void => {
      this.write(undefined);
      onChange();
    };
    this.#field = new Field({ key: row.key, name, input, content, onReset });
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
    const { format } = this.#context;
    const { count, hint } = this.#row;
    const value = this.#value;
    const many = Array.isArray(value) ? value.length : 1;
    const set =
      count && value !== undefined
        ? (many === 1 ? count.one : count.many)(format.count(many))
        : l10n.t('Set');
    setText(this.#summary, value === undefined ? l10n.t('None') : set);
    this.#field.show({
      note: hint?.() ?? '',
      set: value !== undefined,
      unsent: this.#unsent,
    });
  }
}
