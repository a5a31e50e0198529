import * as l10n from '@vscode/l10n';
import type { Attachment, AttachmentData } from '../protocol';
import { attachmentBlocker, shownName, spokenAttachment, stateText } from './attachmentWords';
import { bareType, mediaKind, typeIcon } from './contentTypes';
import type { PanelContext } from './context';
import { button } from './controls';
import { element, setAttribute, setText, takeFocus } from './dom';
import { icon, type IconName } from '../../webview/kit/icon';

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
    this.#context = context;
    this.#onLeft = onLeft;
    this.element = element('ul', {
      class: 'chips',
      attributes: { 'aria-label': l10n.t('Attachments') },
    });
    this.element.hidden = true;
    this.element.addEventListener('keydown', (event) => this.#keyDown(event));
    this.element.addEventListener('focusin', (event) => this.#focused(event.target));
    this.button = button({
      label: l10n.t('Attach Files…'),
      icon: 'attach',
      bare: true,
      class: 'attach',
      onClick: () => void this.#pick(),
    });
    this.button.title = l10n.t(
      'Attach Files… They can also be pasted, or dropped here: out of VS Code itself while Shift is held.',
    );
  }

  get isEmpty(): boolean {
    return this.#attachments.length === 0;
  }

  /** What keeps them from being sent; undefined where nothing does. */
  get blockedBecause(): string | undefined {
    const { format } = this.#context;
    return attachmentBlocker(this.#attachments, format);
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

/** What is shown in place of the type's icon while something is at work or wrong. */
const STATE_ICONS: { readonly [S in Attachment['state']]?: IconName } = {
  reading: 'loading',
  sending: 'loading',
  processing: 'loading',
  failed: 'error',
  expired: 'warning',
};

/** One attachment of the next message: what it is, how far it is, and the way to be rid of it. */
class Chip {
  readonly element: HTMLLIElement;
  readonly #context: PanelContext;
  readonly #gone = new AbortController();
  readonly #symbol = element('span', { class: 'chip-symbol' });
  readonly #name = element('bdi', { class: 'chip-name' });
  readonly #facts = element('span', { class: 'chip-facts' });
  readonly #bar = element('span', { class: 'chip-bar', attributes: { 'aria-hidden': 'true' } });
  readonly #retry: HTMLButtonElement;
  #symbolName = '';
  #picture: HTMLCanvasElement | undefined;
  #asked = false;

  /** @param onRemove is called for the chip's own button. */
  constructor(context: PanelContext, id: string, onRemove: () => void) {
    this.#context = context;
    this.#retry = button({
      label: l10n.t('Retry'),
      class: 'chip-retry',
      onClick: () => void context.ask('retryAttachment', { id }),
    });
    const remove = button({
      label: l10n.t('Remove Attachment'),
      icon: 'close',
      bare: true,
      onClick: onRemove,
    });
    // The Delete key on the chip does the same: Tab passes the chips in one step.
    remove.tabIndex = -1;
    this.element = element(
      'li',
      { class: 'chip', attributes: { 'aria-keyshortcuts': 'Delete', tabindex: '-1' } },
      ...[this.#symbol, this.#name, this.#facts, this.#retry, remove, this.#bar],
    );
  }

  show(attachment: Attachment): void {
    const { format } = this.#context;
    const { name, state, size, part } = attachment;
    // A file of the service gets the name that people know once the service has told it.
    setText(this.#name, shownName(name));
    const words = [size === undefined ? '' : format.bytes(size), stateText(attachment, format)];
    setText(this.#facts, words.filter((word) => word !== '').join(' · '));
    const spoken = spokenAttachment(attachment, format);
    setAttribute(this.element, 'aria-label', spoken);
    setAttribute(this.element, 'title', spoken);
    setAttribute(this.element, 'data-state', state);
    const isBroken = state === 'failed' || state === 'expired';
    this.#retry.hidden = !isBroken;
    const label = this.#retry.querySelector('.label');
    if (label) setText(label, state === 'expired' ? l10n.t('Upload Again') : l10n.t('Retry'));
    this.#bar.hidden = state !== 'sending' || part === undefined;
    this.#bar.style.setProperty('--part', String(Math.min(1, Math.max(0, part ?? 0))));
    this.#showSymbol(attachment);
    if (attachment.hasData && mediaKind(attachment.mimeType) === 'image') this.#load(attachment);
  }

  dispose(): void {
    this.#gone.abort();
    this.element.remove();
  }

  #showSymbol({ state, mimeType }: Attachment): void {
    const name = STATE_ICONS[state] ?? (this.#picture ? '' : typeIcon(mimeType));
    if (name === this.#symbolName && this.#symbol.hasChildNodes()) return;
    this.#symbolName = name;
    if (name !== '') this.#symbol.replaceChildren(icon(name));
    else if (this.#picture) this.#symbol.replaceChildren(this.#picture);
  }

  #load(attachment: Attachment): void {
    if (this.#asked) return;
    this.#asked = true;
    const { id } = attachment;
    const { signal } = this.#gone;
    this.#context
      .call('attachmentData', { id }, signal)
      .then(thumbnail)
      .then((picture) => {
        this.#picture = picture;
        this.#showSymbol({ ...attachment, state: this.#state });
      })
      // The icon of its type stays: the picture is gone, isn't held here, or is none.
      .catch(() => undefined);
  }

  get #state(): Attachment['state'] {
    return this.element.dataset.state as Attachment['state'];
  }
}

/** Edge of a thumbnail, in CSS pixels. */
const SIZE = 20;

/**
 * A picture scaled to a small square, its middle cut out. The picture itself is let go.
 * @throws {Error} When it isn't base64, or the browser can't decode it.
 */
async function thumbnail({ mimeType, data }: AttachmentData): Promise<HTMLCanvasElement> {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: bareType(mimeType) }));
  try {
    const canvas = element('canvas', { class: 'thumbnail', attributes: { 'aria-hidden': 'true' } });
    const size = Math.round(SIZE * window.devicePixelRatio);
    canvas.width = size;
    canvas.height = size;
    const edge = Math.min(picture.width, picture.height);
    const [left, top] = [(picture.width - edge) / 2, (picture.height - edge) / 2];
    const paper = canvas.getContext('2d');
    if (!paper) throw new Error('no drawing on a canvas');
    paper.imageSmoothingQuality = 'high';
    paper.drawImage(picture, left, top, edge, edge, 0, 0, size, size);
    return canvas;
  } finally {
    picture.close();
  }
}
