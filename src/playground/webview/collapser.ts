import { button } from './button';
import type { PanelContext } from './context';
import { setText } from './element';
import { fill } from './fill';

/**
 * Collapses something long to its beginning, with a button below that shows all of it. It starts
 * collapsed as soon as it is long, also while text still comes, so that nothing jumps at the end.
 */
export class Collapser {
  readonly #context: PanelContext;
  readonly #host: HTMLElement;
  readonly #onChange: (collapsed: boolean) => void;
  readonly #button: HTMLButtonElement;
  #label = '';

  /** @param host gets the class `collapsed` and, as its last child, the button. */
  constructor(
    context: PanelContext,
    host: HTMLElement,
    onChange: (collapsed: boolean) => void = () => undefined,
  ) {
    this.#context = context;
    this.#host = host;
    this.#onChange = onChange;
    this.#button = button({
      label: '',
      class: 'show-more',
      onClick: () => this.#set(!this.collapsed),
    });
    host.append(this.#button);
    this.#set(true);
  }

  get collapsed(): boolean {
    return this.#host.classList.contains('collapsed');
  }

  /** How much there is: lines where there are several, else the size. */
  measure(lines: number, length: number): void {
    const { strings, format } = this.#context;
    this.#label =
      lines > 1
        ? fill(strings.showAllLines, format.count(lines))
        : fill(strings.showAllText, format.bytes(length));
    this.#show();
  }

  #set(collapsed: boolean): void {
    this.#host.classList.toggle('collapsed', collapsed);
    this.#button.setAttribute('aria-expanded', String(!collapsed));
    this.#show();
    this.#onChange(collapsed);
  }

  #show(): void {
    const label = this.#button.querySelector('.label');
    if (label) setText(label, this.collapsed ? this.#label : this.#context.strings.showLess);
  }
}
