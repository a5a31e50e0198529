import type { Attachment } from '../../protocol';
import { button } from '../button';
import type { PanelContext } from '../context';
import { element } from '../element';
import { takeFocus } from '../takeFocus';
import { attachmentObstacle } from './attachmentWords';
import { Chip } from './chip';

/** The attachments of the next message, above the text field. */
export class AttachmentStrip {
  readonly element: HTMLUListElement;
  /** Shows VS Code's dialog to choose files. */
  readonly button: HTMLButtonElement;
  readonly #context: PanelContext;
  readonly #onLeft: () => void;
  readonly #chips = new Map<string, Chip>();
  #attachments: readonly Attachment[] = [];

  /** @param onLeft is called where the focus goes from here, such as when no chip is left. */
  constructor(context: PanelContext, onLeft: () => void) {
    const { strings } = context;
    this.#context = context;
    this.#onLeft = onLeft;
    this.element = element('ul', {
      class: 'chips',
      attributes: { 'aria-label': strings.attachments },
    });
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#keyDown(event));
    this.element.addEventListener('focusin', (event) => this.#focused(event.target));
    this.button = button({
      label: strings.attachFiles,
      icon: 'attach',
      bare: true,
      class: 'attach',
      onClick: () => void this.#pick(),
    });
    this.button.title = strings.attachFilesHint;
  }

  get isEmpty(): boolean {
    return this.#attachments.length === 0;
  }

  /** What keeps them from being sent; undefined where nothing does. */
  get obstacle(): string | undefined {
    const { strings, format } = this.#context;
    return attachmentObstacle(this.#attachments, strings, format);
  }

  show(attachments: readonly Attachment[]): void {
    if (attachments === this.#attachments) return;
    this.#attachments = attachments;
    const focused = this.#rows.findIndex((row) => row.contains(document.activeElement));
    const ids = new Set(attachments.map(({ id }) => id));
    for (const [id, chip] of this.#chips) {
      if (ids.has(id)) continue;
      chip.dispose();
      this.#chips.delete(id);
    }
    const isMore = attachments.some(({ id }) => !this.#chips.has(id));
    for (const attachment of attachments) this.#chipOf(attachment.id).show(attachment);
    this.element.hidden = attachments.length === 0;
    if (isMore) this.element.scrollTop = this.element.scrollHeight;
    const rows = this.#rows;
    // Tab comes to one of them: the one that had the focus last, else the first.
    if (!rows.some(({ tabIndex }) => tabIndex === 0)) rows[0]?.setAttribute('tabindex', '0');
    if (focused < 0 || this.element.contains(document.activeElement)) return;
    const next = rows[Math.min(focused, rows.length - 1)];
    if (next) next.focus();
    else this.#onLeft();
  }

  get #rows(): readonly HTMLElement[] {
    return [...this.#chips.values()].map((chip) => chip.element);
  }

  #chipOf(id: string): Chip {
    const known = this.#chips.get(id);
    if (known) return known;
    const chip = new Chip(this.#context, id, () => this.#remove(id));
    this.#chips.set(id, chip);
    this.element.append(chip.element);
    return chip;
  }

  /** The dialog takes the focus, and VS Code gives it back to the page, not to what had it there. */
  async #pick(): Promise<void> {
    await this.#context.ask('pickAttachments', undefined);
    takeFocus({ focus: this.#onLeft });
  }

  #remove(id: string): void {
    void this.#context.ask('detach', { id });
  }

  #focused(target: EventTarget | null): void {
    for (const row of this.#rows) {
      if (target instanceof Node && row.contains(target)) row.tabIndex = 0;
      else row.tabIndex = -1;
    }
  }

  #keyDown(event: KeyboardEvent): void {
    const rows = this.#rows;
    const at = rows.findIndex((row) => row === event.target);
    const id = [...this.#chips.keys()][at];
    if (id === undefined) return;
    const target = {
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (event.key === 'Delete' || event.key === 'Backspace') this.#remove(id);
    else if (target === undefined) return;
    // Beyond the last one lies the text field.
    else if (target >= rows.length) this.#onLeft();
    else rows[Math.max(0, target)]?.focus();
    event.preventDefault();
  }
}
