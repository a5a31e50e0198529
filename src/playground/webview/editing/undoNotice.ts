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

  show({ undo, streaming, turns }: PlaygroundState): void {
    // Turns count too: the same sentence stands for another change then.
    const key = undo && `${undo.redo} ${turns.length} ${turns.at(-1)?.id} ${undo.text}`;
    this.element.hidden = !undo || streaming !== undefined || key === this.#dismissed;
    if (!undo || key === this.#shown) return;
    this.#shown = key;
    const { strings } = this.#context;
    const { redo, text } = undo;
    const hadFocus = this.element.contains(document.activeElement);
    const again = button({
      label: redo ? strings.redo : strings.undo,
      class: 'link',
      onClick: () => void this.#context.ask('undo', { redo }),
    });
    const dismiss = button({
      label: strings.dismiss,
      icon: 'close',
      bare: true,
      onClick: () => {
        this.#dismissed = key;
        this.element.hidden = true;
      },
    });
    this.element.replaceChildren(element('span', { text }), again, dismiss);
    if (hadFocus) again.focus();
    if (!this.element.hidden) this.#context.announce(text);
  }
}
