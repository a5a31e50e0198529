import { MAX_PROMPT } from '../../conversation';
import { button } from '../button';
import type { PanelContext } from '../context';
import { element, setAttribute, setText } from '../element';
import { fill } from '../fill';
import { isComposing } from '../ime';

export interface TurnEditorOptions {
  /** What a screen reader calls the field. */
  readonly label: string;
  readonly text: string;
  /** What stands in it instead at first: it was being written before. */
  readonly begun: string | undefined;
  /** Words of the button that saves. */
  readonly save: string;
  /** Whether it may also be asked again. */
  readonly canAsk: boolean;
  /** Whether nothing at all may be saved: something else of the turn stays then. */
  readonly mayBeEmpty: boolean;
  /** Answers why it was not saved, as a sentence or empty: the editor stays open then. */
  readonly onSave: (text: string, ask: boolean) => Promise<string | undefined>;
  /** Called with the text after each change. */
  readonly onWritten: (text: string) => void;
  readonly onCancel: () => void;
}

/** A text field as high as its text, with the buttons that save or give up what is written in it. */
export class TurnEditor {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #options: TurnEditorOptions;
  readonly #field: HTMLTextAreaElement;
  readonly #hint = element('p', { class: 'note' });
  #busy = false;

  constructor(context: PanelContext, options: TurnEditorOptions) {
    const { strings } = context;
    this.#context = context;
    this.#options = options;
    this.#field = element('textarea', {
      class: 'turn-field',
      attributes: { rows: '1', 'aria-label': options.label },
    });
    this.#field.value = options.begun ?? options.text;
    const save = button({
      label: options.save,
      class: options.canAsk ? 'secondary' : 'primary',
      onClick: () => void this.#save(false),
    });
    const ask = button({
      label: strings.saveAndAsk,
      class: 'primary',
      onClick: () => void this.#save(true),
    });
    const cancel = button({
      label: strings.cancel,
      class: 'secondary',
      onClick: options.onCancel,
    });
    this.element = element(
      'div',
      { class: 'turn-editor' },
      this.#field,
      this.#hint,
      element('div', { class: 'button-row' }, ...(options.canAsk ? [ask] : []), save, cancel),
    );
    this.#field.addEventListener('input', () => {
      options.onWritten(this.text);
      this.#showHint();
    });
    this.element.addEventListener('keydown', (event) => this.#keyDown(event));
    this.#showHint();
  }

  get text(): string {
    return this.#field.value;
  }

  /** Whether something was written. */
  get isChanged(): boolean {
    return this.text !== this.#options.text;
  }

  focus(): void {
    this.#field.focus();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  get #problem(): string | undefined {
    const { strings, format } = this.#context;
    if (this.text.length > MAX_PROMPT) return fill(strings.editTooLong, format.bytes(MAX_PROMPT));
    return this.text.trim() === '' && !this.#options.mayBeEmpty ? strings.editEmpty : undefined;
  }

  /** @param refused why what stands there could not be saved */
  #showHint(refused = ''): void {
    const { strings } = this.#context;
    const usual = navigator.platform.startsWith('Mac') ? strings.editHintMac : strings.editHint;
    setText(this.#hint, refused || (this.#problem ?? usual));
    this.#hint.classList.toggle('field-error', refused !== '');
    setAttribute(this.#field, 'aria-invalid', refused === '' ? undefined : 'true');
  }

  async #save(ask: boolean): Promise<void> {
    if (this.#busy) return;
    const problem = this.#problem;
    if (problem !== undefined) {
      this.#context.announce(problem);
      this.#field.focus();
      return;
    }
    this.#busy = true;
    const refused = await this.#options.onSave(this.text, ask);
    this.#busy = false;
    if (refused === undefined) return;
    if (!this.element.isConnected) {
      // The turn is gone, and the field with it.
      this.#context.tell(fill(this.#context.strings.callFailed, refused));
      return;
    }
    this.#showHint(refused);
    if (refused !== '') this.#context.announce(refused);
    this.#field.focus();
  }

  #keyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      // It would stop an answer.
      event.preventDefault();
      event.stopPropagation();
      this.#options.onCancel();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void this.#save(false);
    }
  }
}
