import { batch, computed, type ReadonlySignal, signal, untracked } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { Debouncer } from '../../../base/async';
import { type Clock, systemClock } from '../../../base/clock';
import { type Disposable, toDisposable } from '../../../base/disposable';
import { CancelledError, errorMessage } from '../../../base/errors';
import { withPlainLines } from '../../../webview/kit/growingText';
import { fencedText } from '../../../conversation/model/turns';
import type { Draft, EditorPiece } from '../../../conversation/model/conversation';

export const emptyDraft: Draft = { text: '', held: [], pieces: [] };

/** Longer inserted text becomes an attachment, because a text field takes seconds to lay out megabytes. */
const HELD_LENGTH = 100_000;
/** If the field is already this full, shorter text also becomes an attachment. */
const FULL_FIELD = 200_000;
const HELD_IN_FULL_FIELD = 2000;

export function isHeld(inserted: number, present: number): boolean {
  return (
    inserted > HELD_LENGTH || (inserted > HELD_IN_FULL_FIELD && inserted + present > FULL_FIELD)
  );
}

export function draftOf(text: string): Draft {
  return isHeld(text.length, 0) ? { ...emptyDraft, held: [text] } : { ...emptyDraft, text };
}

export function isBlank({ text, held, pieces }: Draft): boolean {
  return pieces.length === 0 && ![text, ...held].some((piece) => /\S/.test(piece));
}

export function messageOf({ text, held, pieces }: Draft): string {
  const texts = [text, ...held].filter((piece) => /\S/.test(piece));
  return [...pieces.map(fencedText), ...texts].join('\n\n');
}

export function restored(unsent: Draft, present: Draft): Draft {
  return {
    text: [unsent.text, present.text].filter((piece) => piece !== '').join('\n\n'),
    held: [...unsent.held, ...present.held],
    pieces: [...unsent.pieces, ...present.pieces],
  };
}

/** Returns the UTF-8 length in bytes without encoding. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    // A surrogate pair has four bytes, two per UTF-16 unit.
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

interface SizedValue<T> {
  readonly value: T;
  readonly bytes: number;
}

/** In UTF-16 units. Longer drafts aren't read on every keystroke. */
const LONG_DRAFT = 100_000;
/** Debounce for long drafts, in ms. */
const LONG_DRAFT_PAUSE_MS = 300;

export class DraftStore {
  readonly #draft = signal<Draft>(emptyDraft);
  readonly #settled = signal('');
  /** A message that the host hasn’t accepted yet. */
  readonly #sending = signal<Draft | undefined>(undefined);
  /** The draft to save, which is complete if the page is reloaded while a message is being sent. */
  readonly kept: ReadonlySignal<Draft> = computed(() => {
    const [sending, draft] = [this.#sending.value, this.#draft.value];
    if (!sending) return draft;
    return draft === emptyDraft ? sending : restored(sending, draft);
  });
  readonly #reading: Debouncer;
  #field: { readonly focus: () => void } | undefined;
  readonly message: ReadonlySignal<string> = computed(() => messageOf(this.#draft.value));
  readonly isBlank: ReadonlySignal<boolean> = computed(() => isBlank(this.#draft.value));
  /** Items next to the text field. Same array while unchanged. */
  readonly held: ReadonlySignal<readonly SizedValue<string>[]>;
  readonly pieces: ReadonlySignal<readonly SizedValue<EditorPiece>[]>;
  readonly length: ReadonlySignal<number> = computed(() => {
    const { text, held, pieces } = this.#draft.value;
    const parts = [...held, ...pieces.map((piece) => piece.text)];
    return parts.reduce((sum, part) => sum + part.length, text.length);
  });

  constructor(clock: Clock = systemClock) {
    this.#reading = new Debouncer(clock, LONG_DRAFT_PAUSE_MS, () => this.#read());
    // Sizes are cached, because counting is slow.
    const held = computed(() => this.#draft.value.held);
    this.held = computed(() =>
      held.value.map((text) => ({ value: text, bytes: utf8Length(text) })),
    );
    const pieces = computed(() => this.#draft.value.pieces);
    this.pieces = computed(() =>
      pieces.value.map((piece) => ({ value: piece, bytes: utf8Length(piece.text) })),
    );
  }

  get value(): Draft {
    return this.#draft.value;
  }

  set value(draft: Draft) {
    // Normalizes line endings, because setting different text in the field moves the cursor.
    const text = withPlainLines(draft.text);
    this.#draft.value = text === draft.text ? draft : { ...draft, text };
    const wasLong = this.#settled.peek().length > LONG_DRAFT;
    if (wasLong) this.#reading.trigger();
    else this.#read();
  }

  get settled(): ReadonlySignal<string> {
    return this.#settled;
  }

  peek(): Draft {
    return this.#draft.peek();
  }

  /**
   * Sends the draft and restores it on failure.
   * @returns the error message, or undefined on success
   */
  async send(send: (message: string) => Promise<unknown>): Promise<string | undefined> {
    const taken = this.peek();
    batch(() => {
      this.#sending.value = taken;
      this.value = emptyDraft;
    });
    this.focus();
    try {
      await send(messageOf(taken));
      this.#sending.value = undefined;
      return undefined;
    } catch (error) {
      batch(() => {
        this.#sending.value = undefined;
        this.value = restored(taken, this.peek());
      });
      if (CancelledError.is(error)) return undefined;
      return l10n.t('Couldn’t send the message: {0}', errorMessage(error));
    }
  }

  add(more: Partial<Draft>): void {
    this.value = restored(this.peek(), { ...emptyDraft, ...more });
    this.focus();
  }

  readonly fill = (text: string): void => {
    this.value = draftOf(text);
    this.focus();
  };

  readonly focus = (): void => this.#field?.focus();

  onDidChange(listener: () => void): Disposable {
    const stop = this.kept.subscribe(() => untracked(listener));
    return toDisposable(stop);
  }

  set field(field: { readonly focus: () => void } | null) {
    this.#field = field ?? undefined;
  }

  #read(): void {
    this.#reading.cancel();
    this.#settled.value = this.message.peek();
  }
}
