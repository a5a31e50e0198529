import type { PlaygroundState } from '../../protocol';
import type { Area } from '../areas';
import { button } from '../button';
import type { PanelContext } from '../context';
import { element } from '../element';

/** One quiet line above the composer: what was done with the turns last, and the way back. */
export class UndoNotice implements Area {
  readonly element = element('div', { class: 'undo-notice' });
  readonly #context: PanelContext;
  #shown: string | undefined;
  #dismissed: string | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
    this.element.hidden = true;
  }

  show({ undo: offer, streaming, turns }: PlaygroundState): void {
    // Turns count too: the same sentence stands for another change then.
    const key = offer && JSON.stringify([offer.undo, offer.redo, turns.length, turns.at(-1)?.id]);
    this.element.hidden = !offer || streaming !== undefined || key === this.#dismissed;
    if (!offer || key === this.#shown) return;
    this.#shown = key;
    const { strings } = this.#context;
    const { undo, redo } = offer;
    const text = undo ?? redo ?? '';
    const focused = [...this.element.querySelectorAll('button')].findIndex(
      (one) => one === document.activeElement,
    );
    const ways = [
      ...(undo === undefined ? [] : [this.#way(strings.undo, undo, false)]),
      ...(redo === undefined ? [] : [this.#way(strings.redo, redo, true)]),
    ];
    const dismiss = button({
      label: strings.dismiss,
      icon: 'close',
      bare: true,
      onClick: () => {
        this.#dismissed = key;
        this.element.hidden = true;
      },
    });
    this.element.replaceChildren(element('span', { text }), ...ways, dismiss);
    // The next step is where the last one was.
    if (focused >= 0) (ways[focused] ?? ways.at(-1))?.focus();
    if (!this.element.hidden) this.#context.announce(text);
  }

  /** @param what it takes back, or makes again; a tooltip says it, as two buttons stand behind one sentence. */
  #way(label: string, what: string, redo: boolean): HTMLButtonElement {
    const way = button({
      label,
      class: 'link',
      onClick: () => void this.#context.ask('undo', { redo }),
    });
    way.title = what;
    return way;
  }
}
