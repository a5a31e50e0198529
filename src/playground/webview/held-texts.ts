import { button } from './button';
import type { PanelContext } from './context';
import { element } from './element';
import { icon } from './icon';
import { utf8Length } from './size';
import { fill } from './strings';

/** Texts that are sent with the message but too long for the text field, each with its size. */
export class HeldTexts {
  readonly element = element('ul', { class: 'held-texts' });
  readonly #context: PanelContext;
  readonly #onRemoved: () => void;
  #texts: readonly string[] = [];

  constructor(context: PanelContext, onRemoved: () => void) {
    this.#context = context;
    this.#onRemoved = onRemoved;
    this.element.hidden = true;
  }

  get texts(): readonly string[] {
    return this.#texts;
  }

  set texts(texts: readonly string[]) {
    this.#texts = texts;
    this.element.replaceChildren(...texts.map((text, index) => this.#row(text, index)));
    this.element.hidden = texts.length === 0;
  }

  #row(text: string, index: number): HTMLElement {
    const { strings, format } = this.#context;
    const label = fill(strings.pastedText, format.bytes(utf8Length(text)));
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
