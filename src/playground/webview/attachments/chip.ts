import type { Attachment, AttachmentData } from '../../protocol';
import { button } from '../button';
import type { PanelContext } from '../context';
import { element, setAttribute, setText } from '../element';
import { icon, type IconName } from '../icon';
import { spokenAttachment, stateText } from './attachmentWords';
import { mediaKind } from './mediaType';
import { shownName } from './shownName';
import { thumbnail } from './thumbnail';
import { typeIcon } from './typeIcon';

/** What is shown in place of the type's icon while something is at work or wrong. */
const STATE_ICONS: { readonly [S in Attachment['state']]?: IconName } = {
  reading: 'loading',
  sending: 'loading',
  processing: 'loading',
  failed: 'error',
  expired: 'warning',
};

/** One attachment of the next message: what it is, how far it is, and the way to be rid of it. */
export class Chip {
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
    const { strings } = context;
    this.#context = context;
    this.#retry = button({
      label: strings.retry,
      class: 'chip-retry',
      onClick: () => void context.ask('retryAttachment', { id }),
    });
    const remove = button({
      label: strings.removeAttachment,
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
    const { strings, format } = this.#context;
    const { name, state, size, part } = attachment;
    // A file of the service gets the name that people know once the service has told it.
    setText(this.#name, shownName(name));
    const words = [
      size === undefined ? '' : format.bytes(size),
      stateText(attachment, strings, format),
    ];
    setText(this.#facts, words.filter((word) => word !== '').join(' · '));
    const spoken = spokenAttachment(attachment, strings, format);
    setAttribute(this.element, 'aria-label', spoken);
    setAttribute(this.element, 'title', spoken);
    setAttribute(this.element, 'data-state', state);
    const isBroken = state === 'failed' || state === 'expired';
    this.#retry.hidden = !isBroken;
    const label = this.#retry.querySelector('.label');
    if (label) setText(label, state === 'expired' ? strings.uploadAgain : strings.retry);
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
      .then((content) => thumbnail(content as AttachmentData))
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
