import { button } from './button';
import type { PanelContext } from './context';
import { element } from './element';
import { icon } from './icon';
import { utf8Length } from './size';
import { fill } from './fill';

/** Texts that are sent with the message but too long for the text field, each with its size. */
export class HeldTexts {
  readonly element = element('ul', { class: 'held-texts' });
  readonly #context: PanelContext;
  readonly #onRemoved: () => void;
  #texts: readonly string[] = [];
  /** Size of each in UTF-8: counting takes a while, so it is done once. */
  #sizes: readonly number[] = [];

  constructor(context: PanelContext, onRemoved: () => void) {
    this.#context = context;
    this.#onRemoved = onRemoved;
    this.element.hidden = true;
  }

  get texts(): readonly string[] {
    return this.#texts;
  }

  set texts(texts: readonly string[]) {
    if (texts.length === 0 && this.#texts.length === 0) return;
    this.#sizes = texts.map((text) => {
      const known = this.#texts.indexOf(text);
      return this.#sizes[known] ?? utf8Length(text);
    });
    this.#texts = texts;
    this.element.replaceChildren(...this.#sizes.map((size, index) => this.#row(size, index)));
    this.element.hidden = texts.length === 0;
  }

  /** Size of all of them in UTF-8. */
  get bytes(): number {
    return this.#sizes.reduce((sum, size) => sum + size, 0);
  }

  #row(size: number, index: number): HTMLElement {
    const { strings, format } = this.#context;
    const label = fill(strings.pastedText, format.bytes(size));
    return element(
      'li',
      { attributes: { title: strings.pastedHint } },
      icon('file'),
      element('span', { text: label }),
      button({
        label: strings.removePasted,
        icon: 'close',
        bare: true,
        onClick: () => {
          this.texts = this.#texts.filter((_, at) => at !== index);
          this.#onRemoved();
        },
      }),
    );
  }
}
