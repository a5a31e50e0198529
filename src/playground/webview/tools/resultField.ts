import type { JsonObject } from '../../../api/schema/row';
import type { FunctionCall } from '../../turns';
import type { BegunResult } from '../begunTexts';
import type { PanelContext } from '../context';
import { element, setAttribute, setText } from '../element';
import { fill } from '../fill';
import { revealedText } from '../markdown/reveal';
import { parseResult } from './parseResult';

/** A page has several, also of several columns of a comparison. */
let count = 0;

/** What was typed, and whether it is to be the usual result. */
type Written = Pick<BegunResult, 'text' | 'keep'>;

export interface ResultFieldOptions {
  readonly call: FunctionCall;
  /** What it begins with. */
  readonly usual: JsonObject | undefined;
  /** What was typed before, which it begins with instead. */
  readonly begun: Written | undefined;
  /** Called for Ctrl+Enter. */
  readonly onSend: () => void;
  /** Called after each change; with nothing where all is as it began. */
  readonly onWritten: (written: Written | undefined) => void;
}

/** The result of one call, as the user types it. */
export class ResultField {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #input: HTMLTextAreaElement;
  readonly #error: HTMLElement;
  readonly #keep = element('input', { attributes: { type: 'checkbox' } });

  constructor(context: PanelContext, options: ResultFieldOptions) {
    const { name = '' } = options.call;
    const { usual, begun, onSend, onWritten } = options;
    const { strings } = context;
    const shown = revealedText(name);
    const key = `result-${++count}`;
    this.#context = context;
    this.#error = element('p', { class: 'field-error', attributes: { id: `${key}-error` } });
    this.#error.hidden = true;
    this.#input = element('textarea', {
      class: 'growing code',
      attributes: { id: key, rows: '2', spellcheck: 'false', placeholder: strings.resultHint },
    });
    const first = usual ? JSON.stringify(usual, undefined, 2) : '';
    this.#input.value = begun?.text ?? first;
    this.#keep.checked = begun?.keep ?? false;
    const written = (): void => {
      const { value: text } = this.#input;
      onWritten(text === first && !this.keep ? undefined : { text, keep: this.keep });
    };
    this.#input.addEventListener('input', () => {
      this.#show(undefined);
      written();
    });
    this.#keep.addEventListener('change', written);
    this.#input.addEventListener('change', () => {
      if (this.#input.value.trim() !== '') this.read();
    });
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onSend();
    });
    this.#keep.id = `${key}-keep`;
    const label = element('label', { text: fill(strings.resultOf, shown) });
    label.htmlFor = key;
    const keepLabel = element('label', { text: fill(strings.keepResult, shown) });
    keepLabel.htmlFor = this.#keep.id;
    this.element = element(
      'div',
      { class: 'field' },
      element('div', { class: 'field-head' }, label),
      this.#input,
      this.#error,
      element('div', { class: 'check-row' }, this.#keep, keepLabel),
    );
  }

  get keep(): boolean {
    return this.#keep.checked;
  }

  /** The result; undefined, and said at the field, where it is none. */
  read(): JsonObject | undefined {
    const parsed = parseResult(this.#input.value, this.#context.strings);
    this.#show('error' in parsed ? parsed.error : undefined);
    return 'error' in parsed ? undefined : parsed.value;
  }

  focus(): void {
    this.#input.focus();
  }

  #show(error: string | undefined): void {
    setText(this.#error, error ?? '');
    this.#error.hidden = error === undefined;
    setAttribute(this.#input, 'aria-invalid', error === undefined ? undefined : 'true');
    setAttribute(this.#input, 'aria-describedby', error === undefined ? undefined : this.#error.id);
  }
}
