import * as l10n from '@vscode/l10n';
import type { JsonValue } from '../../../api/schema/row';
import type { SettingsMode } from '../../conversation';
import { button } from '../controls';
import { element, setAttribute, setText } from '../dom';
import type { Model } from './row';

export interface FieldOptions {
  /** Its id on the page. */
  readonly key: string;
  readonly name: string;
  /** What the name belongs to, and what takes the focus. */
  readonly input: HTMLElement;
  /** What stands below the name; absent where the input stands before it, as a checkbox does. */
  readonly content?: HTMLElement;
  readonly onReset: () => void;
}

export interface FieldState extends Pick<FieldFacts, 'unsent'> {
  readonly note: string;
  readonly set: boolean;
  readonly error?: string | undefined;
}

/** What stands around the input of a setting: its name, a reset button when set, a note, an error. */
export class Field {
  readonly element: HTMLElement;
  readonly #note = element('p', { class: 'field-note' });
  readonly #error = element('p', { class: 'field-error' });
  readonly #unsent = element('p', { class: 'field-unsent' });
  readonly #reset: HTMLButtonElement;
  readonly #input: HTMLElement;

  constructor({ key: id, name, input, content, onReset }: FieldOptions) {
    input.id = id;
    this.#input = input;
    const lines = [this.#error, this.#unsent, this.#note];
    lines.forEach((line, at) => (line.id = `${id}-${at}`));
    this.#reset = button({
      label: l10n.t('Reset {0} to its Default', name),
      icon: 'discard',
      bare: true,
      class: 'reset',
      onClick: () => {
        onReset();
        input.focus();
      },
    });
    const isGroup = input.getAttribute('role') === 'group';
    const label = isGroup
      ? element('span', { class: 'field-name', text: name })
      : element('label', { class: 'field-name', text: name, attributes: { for: id } });
    if (isGroup) input.setAttribute('aria-label', name);
    const named = content ? [label] : [element('div', { class: 'check-row' }, input, label)];
    this.element = element(
      'div',
      { class: 'field' },
      element('div', { class: 'field-head' }, ...named, this.#reset),
      ...(content ? [content] : []),
      ...lines,
    );
    this.show({ note: '', set: false });
  }

  show({ note, set, error, unsent }: FieldState): void {
    const shown: string[] = [];
    const say = (line: HTMLElement, text = ''): void => {
      setText(line, text);
      line.hidden = text === '';
      if (text !== '') shown.push(line.id);
    };
    say(this.#error, error);
    say(this.#unsent, set ? unsent : '');
    say(this.#note, note);
    this.#reset.hidden = !set;
    setAttribute(this.#input, 'aria-invalid', error === undefined ? undefined : 'true');
    setAttribute(this.#input, 'aria-describedby', shown.join(' ') || undefined);
  }
}

/** A value, or why there is none. Absent value: the default. */
export type Parsed<T, E extends string = string> = { readonly value?: T } | { readonly error: E };

/** What a field needs to know of the rest. */
export interface FieldFacts {
  readonly model: Model;
  readonly mode: SettingsMode;
  /** Why its value is not sent, as a sentence; absent where it is, or where nothing is set. */
  readonly unsent?: string | undefined;
}

/** A setting in the panel. */
export interface FieldView {
  readonly element: HTMLElement;
  /** What stands in it. */
  readonly parsed: Parsed<JsonValue>;
  /** Puts a value into it, whatever it is; undefined stands for the default. */
  write(value: JsonValue | undefined): void;
  show(facts: FieldFacts): void;
}
