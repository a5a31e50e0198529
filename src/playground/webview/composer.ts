import * as l10n from '@vscode/l10n';
import { DEFAULT_MODE, MAX_PROMPT } from '../conversation';
import { MODES } from '../modes';
import type { PlaygroundState } from '../protocol';
import { AttachmentStrip } from './attachmentStrip';
import type { PanelContext } from './context';
import { button } from './controls';
import { element, isComposing, setAttribute, setText } from './dom';
import { type Draft, draftOf, emptyDraft, isBlank, isHeld } from './draft';
import { icon } from '../../webview/kit/icon';
import type { SendBlocker } from './reducer';

export interface ComposerActions {
  readonly send: () => void;
  readonly stop: () => void;
  readonly changed: () => void;
  /** The user's last message, for the arrow key. */
  readonly lastMessage: () => string | undefined;
  /** What stands before the button that sends. */
  readonly beside?: HTMLElement;
}

/** The text field at the bottom with its button, and a line that says what is large or missing. */
export class Composer {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #actions: ComposerActions;
  readonly #field: HTMLTextAreaElement;
  readonly #held: PastedTexts;
  readonly #attachments: AttachmentStrip;
  readonly #hint: HTMLElement;
  readonly #button: HTMLButtonElement;
  #streaming = false;
  #blocker: SendBlocker | undefined;
  #blockedBecause: string | undefined;
  #inputLimit: number | undefined;
  #tooLong = false;
  /** Length of the field's text after the last change. */
  #length = 0;

  constructor(context: PanelContext, actions: ComposerActions) {
    this.#context = context;
    this.#actions = actions;
    this.#field = element('textarea', {
      class: 'composer-field',
      attributes: { rows: '1', 'aria-label': l10n.t('Message') },
    });
    this.#hint = element('p', { class: 'composer-hint', attributes: { id: 'composer-hint' } });
    this.#field.setAttribute('aria-describedby', this.#hint.id);
    this.#held = new PastedTexts(context, () => this.#changed());
    this.#attachments = new AttachmentStrip(context, () => this.focus());
    this.#button = button({
      label: l10n.t('Send (Enter)'),
      icon: 'send',
      bare: true,
      class: 'send',
      onClick: () => (this.#streaming ? actions.stop() : this.#send()),
    });
    const box = element(
      'div',
      { class: 'composer-box' },
      this.#attachments.element,
      this.#field,
      this.#held.element,
      this.#attachments.button,
      ...(actions.beside ? [actions.beside] : []),
      this.#button,
    );
    this.element = element('div', { class: 'composer' }, box, this.#hint);
    this.#field.addEventListener('beforeinput', (event) => this.#beforeInput(event));
    this.#field.addEventListener('input', () => this.#afterInput());
    this.#field.addEventListener('keydown', (event) => this.#keyDown(event));
    box.addEventListener('click', (event) => {
      if (event.target === box) this.focus();
    });
    this.#showHint();
  }

  get draft(): Draft {
    return { text: this.#field.value, held: this.#held.texts };
  }

  set draft(draft: Draft) {
    this.#field.value = draft.text;
    this.#held.texts = draft.held;
    this.#changed();
  }

  /** Length of everything in the draft, in UTF-16 units. */
  get draftLength(): number {
    const { text, held } = this.draft;
    return held.reduce((sum, piece) => sum + piece.length, text.length);
  }

  /** Takes the draft out, to send it. */
  take(): Draft {
    const { draft } = this;
    this.draft = emptyDraft;
    return draft;
  }

  focus(): void {
    this.#field.focus();
  }

  /** @param because why nothing can be sent, as a sentence, where it is no `blocker` */
  show(
    panel: PlaygroundState | undefined,
    blocker: SendBlocker | undefined,
    because: string | undefined,
  ): void {
    this.#streaming = panel?.streaming !== undefined;
    this.#blocker = blocker;
    this.#blockedBecause = because;
    this.#inputLimit = panel?.model?.inputTokenLimit;
    this.#attachments.show(panel?.attachments ?? []);
    const { hint } = MODES[panel?.mode ?? DEFAULT_MODE];
    setAttribute(this.#field, 'placeholder', hint(l10n));
    const label = this.#streaming ? l10n.t('Stop (Escape)') : l10n.t('Send (Enter)');
    if (this.#button.title !== label) {
      this.#button.title = label;
      setAttribute(this.#button, 'aria-label', label);
      this.#button.replaceChildren(icon(this.#streaming ? 'stop-circle' : 'send'));
    }
    this.#showHint();
  }

  #send(): void {
    if (this.#canSend) this.#actions.send();
    else this.#context.announce(this.#hint.textContent || l10n.t('Write a message first.'));
  }

  get #canSend(): boolean {
    if (this.#blocker !== undefined || this.#blockedBecause !== undefined) return false;
    if (this.#attachments.blockedBecause !== undefined) return false;
    return !this.#tooLong && !(isBlank(this.draft) && this.#attachments.isEmpty);
  }

  #changed(): void {
    this.#length = this.#field.value.length;
    this.#showHint();
    this.#actions.changed();
  }

  #showHint(): void {
    const { format } = this.#context;
    const draft = this.draft;
    const length = this.draftLength;
    this.#tooLong = length > MAX_PROMPT;
    const tokenCount = estimateTokens(length);
    const overLimit = this.#inputLimit !== undefined && tokenCount > this.#inputLimit;
    let text: string;
    if (this.#tooLong) {
      text = l10n.t('The message is longer than can be sent ({0}).', format.bytes(MAX_PROMPT));
    } else if (length > LARGE_TEXT || overLimit) {
      const bytes = format.bytes(utf8Length(draft.text) + this.#held.bytes);
      text =
        this.#inputLimit === undefined
          ? l10n.t('{0}, about {1} tokens', bytes, format.count(tokenCount))
          : l10n.t(
              '{0}, about {1} tokens; this model takes {2}',
              bytes,
              format.count(tokenCount),
              format.count(this.#inputLimit),
            );
    } else if (this.#blocker && this.#blocker !== 'waitForAnswer') {
      text = blockerText(this.#blocker);
    } else {
      text = this.#blockedBecause ?? this.#attachments.blockedBecause ?? '';
    }
    setText(this.#hint, text);
    this.#hint.hidden = text === '';
    this.#hint.classList.toggle('warning', overLimit || this.#tooLong);
    // Not `disabled`: the button must stay reachable to say why it can't be used.
    setAttribute(this.#button, 'aria-disabled', String(!this.#streaming && !this.#canSend));
  }

  #beforeInput(event: InputEvent): void {
    const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    if (!isHeld(text.length, this.#field.value.length)) return;
    event.preventDefault();
    this.#held.texts = [...this.#held.texts, text];
    this.#changed();
  }

  /** What a script or an older browser put into the field without asking `beforeinput`. */
  #afterInput(): void {
    const { value } = this.#field;
    if (isHeld(value.length - this.#length, this.#length)) {
      this.#field.value = '';
      this.#held.texts = [...this.#held.texts, value];
    }
    this.#changed();
  }

  #keyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      if (!this.#streaming) this.#send();
    }
    if (event.key === 'ArrowUp' && isBlank(this.draft) && !event.shiftKey) {
      const last = this.#actions.lastMessage();
      if (last === undefined) return;
      event.preventDefault();
      this.draft = draftOf(last);
    }
  }
}

/** Texts that are sent with the message but too long for the text field, each with its size. */
class PastedTexts {
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
    const { format } = this.#context;
    const label = l10n.t('Pasted text, {0}', format.bytes(size));
    return element(
      'li',
      { attributes: { title: l10n.t('Sent after the text above.') } },
      icon('file'),
      element('span', { text: label }),
      button({
        label: l10n.t('Remove Pasted Text'),
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

/** From this many UTF-16 units on a text's size is told. */
const LARGE_TEXT = 100_000;
/** What the service's models average on English text. */
const CHARACTERS_PER_TOKEN = 4;

/** Length of a text in UTF-8, in bytes, without encoding it. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    // A surrogate pair is four bytes: two units that count two each.
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

/** A guess at the tokens of a text of that length, with no more digits than a guess deserves. */
export function estimateTokens(length: number): number {
  const tokens = length / CHARACTERS_PER_TOKEN;
  if (tokens < 100) return Math.ceil(tokens);
  const unit = 10 ** (Math.floor(Math.log10(tokens)) - 1);
  return Math.round(tokens / unit) * unit;
}

/** What keeps a message from being sent, as a sentence. */
function blockerText(blocker: Exclude<SendBlocker, 'waitForAnswer'>): string {
  switch (blocker) {
    case 'needConnection':
      return l10n.t('Choose a connection first.');
    case 'needModel':
      return l10n.t('Choose a model first.');
    case 'settingsInvalid':
      return l10n.t('Correct the settings first.');
  }
}
