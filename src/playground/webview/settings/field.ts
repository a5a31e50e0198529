import { button } from '../button';
import type { PanelContext } from '../context';
import { element, setAttribute, setText } from '../element';
import { fill } from '../fill';

/** What stands around the input of a setting: its name, a reset button when set, a note, an error. */
export class Field {
  readonly element: HTMLElement;
  readonly #note = element('p', { class: 'field-note' });
  readonly #error = element('p', { class: 'field-error' });
  readonly #reset: HTMLButtonElement;
  readonly #input: HTMLElement;

  constructor(
    context: PanelContext,
    key: string,
    name: string,
    input: HTMLElement,
    content: HTMLElement,
    onReset: () => void,
  ) {
    const id = `setting-${key}`;
    input.id = id;
    this.#input = input;
    this.#note.id = `${id}-note`;
    this.#error.id = `${id}-error`;
    this.#reset = button({
      label: fill(context.strings.reset, name),
      icon: 'discard',
      bare: true,
      class: 'reset',
      onClick: () => {
        onReset();
        input.focus();
      },
    });
    const label = element('label', { text: name, attributes: { for: id } });
    const head = element('div', { class: 'field-head' }, label, this.#reset);
    this.element = element('div', { class: 'field' }, head, content, this.#error, this.#note);
    this.show({ note: '', set: false });
  }

  show(state: { readonly note: string; readonly set: boolean; readonly error?: string }): void {
    setText(this.#note, state.note);
    setText(this.#error, state.error ?? '');
    this.#error.hidden = state.error === undefined;
    this.#reset.hidden = !state.set;
    setAttribute(this.#input, 'aria-invalid', state.error === undefined ? undefined : 'true');
    const described =
      state.error === undefined ? this.#note.id : `${this.#error.id} ${this.#note.id}`;
    setAttribute(this.#input, 'aria-describedby', described);
  }
}
