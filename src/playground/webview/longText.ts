import { Collapser } from './collapser';
import type { PanelContext } from './context';
import { element } from './element';
import { PlainText } from './plainText';

/** Text collapses beyond so many characters or lines; so much of it is on the page then. */
const LONG_TEXT = 4000;
const LONG_LINES = 30;
const SHOWN = 8000;

/** Text without structure that collapses when it is long. It takes text as it streams. */
export class LongText {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #plain: PlainText;
  #text = '';
  #lines = 1;
  #collapser: Collapser | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
    this.#plain = new PlainText(context.frames, context.strings, 'prose');
    this.element = element('div', { class: 'long-text' }, this.#plain.element);
  }

  get text(): string {
    return this.#text;
  }

  append(text: string): void {
    this.#text += text;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lines++;
    if (!this.#collapser && (this.#text.length > LONG_TEXT || this.#lines > LONG_LINES)) {
      this.#plain.limit(SHOWN);
      this.#collapser = new Collapser(this.#context, this.element, (collapsed) =>
        this.#plain.limit(collapsed ? SHOWN : Infinity),
      );
    }
    this.#plain.append(text);
    this.#collapser?.measure(this.#lines > LONG_LINES ? this.#lines : 1, this.#text.length);
  }
}
