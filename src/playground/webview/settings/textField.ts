import type { PanelContext } from '../context';
import { element } from '../element';
import { Field } from './field';

export interface TextFieldOptions {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly placeholder?: string;
  readonly rows: number;
  /** Text of many characters instead of words: shown in the editor's font. */
  readonly code?: boolean;
  readonly check?: (typed: string) => string | undefined;
  readonly onChange: () => void;
}

/** A setting that is text of several lines. */
export class TextField {
  readonly element: HTMLElement;
  readonly #input: HTMLTextAreaElement;
  readonly #field: Field;
  readonly #options: TextFieldOptions;

  constructor(context: PanelContext, options: TextFieldOptions) {
    this.#options = options;
    this.#input = element('textarea', {
      class: options.code ? 'growing code' : 'growing',
      attributes: {
        rows: String(options.rows),
        placeholder: options.placeholder,
        spellcheck: options.code ? 'false' : undefined,
      },
    });
    const changed = (): void => {
      this.#refresh();
      options.onChange();
    };
    this.#field = new Field(context, options.key, options.name, this.#input, this.#input, () => {
      this.#input.value = '';
      changed();
    });
    this.#input.addEventListener('input', changed);
    this.element = this.#field.element;
    this.#refresh();
  }

  get value(): string {
    return this.#input.value;
  }

  set value(value: string) {
    if (this.#input.value !== value) this.#input.value = value;
    this.#refresh();
  }

  #refresh(): void {
    const error = this.#options.check?.(this.#input.value);
    this.#field.show({
      note: this.#options.note,
      set: this.#input.value !== '',
      ...(error !== undefined && { error }),
    });
  }
}
