import type { PanelContext } from '../context';
import { element } from '../element';
import { icon } from '../icon';
import { Incoming } from './incoming';
import { isAttachable } from './transfer';

/**
 * The whole panel as a place to drop files on and to paste them into, outlined while something is dragged over it. Events are
 * taken before VS Code's own listeners, which would otherwise take the drag away from the page to open
 * the file in an editor, unless Shift is held.
 */
export class DropZone {
  readonly element: HTMLElement;
  readonly #incoming: Incoming;

  constructor(context: PanelContext) {
    this.#incoming = new Incoming(context);
    this.element = element(
      'div',
      { class: 'drop-zone', attributes: { 'aria-hidden': 'true' } },
      element('div', { class: 'drop-words' }, icon('attach'), context.strings.dropToAttach),
    );
    this.element.hidden = true;
  }

  /** Begins to listen, on the page's window. */
  listen(page: Window): void {
    const capture = true;
    page.addEventListener('dragenter', (event) => this.#over(event), { capture });
    page.addEventListener('dragover', (event) => this.#over(event), { capture });
    page.addEventListener('drop', (event) => this.#drop(event), { capture });
    page.addEventListener('dragleave', (event) => this.#leave(event), { capture });
    page.addEventListener('dragend', () => this.#hide(), { capture });
    page.addEventListener('paste', (event) => this.#paste(event), { capture });
  }

  #over(event: DragEvent): void {
    if (!event.dataTransfer || !isAttachable(event.dataTransfer.types)) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = 'copy';
    this.element.hidden = false;
  }

  #drop(event: DragEvent): void {
    this.#hide();
    if (!event.dataTransfer || !isAttachable(event.dataTransfer.types)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#incoming.drop(event.dataTransfer);
  }

  /** Fields of the settings take text only. */
  #paste(event: ClipboardEvent): void {
    const isSetting = event.target instanceof Element && event.target.closest('.settings') !== null;
    if (!event.clipboardData || isSetting) return;
    if (this.#incoming.paste(event.clipboardData)) event.preventDefault();
  }

  /** From one element to the next the drag is still inside. */
  #leave(event: DragEvent): void {
    if (event.relatedTarget === null) this.#hide();
  }

  #hide(): void {
    this.element.hidden = true;
  }
}
