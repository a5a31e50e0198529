import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { Debouncer } from '../../../base/async';
import { type Clock, systemClock } from '../../../base/clock';
import { type Disposable, toDisposable } from '../../../base/disposable';
import { errorMessage } from '../../../base/errors';
import { withPlainLines } from '../../../webview/kit/growingText';
import { type EditorPiece, fencedText } from '../../../conversation/model/calls';

/** What stands in the composer: typed text, and what is too long or too exact to be edited in a text field. */
export interface Draft {
  readonly text: string;
  /** Pasted texts. */
  readonly held: readonly string[];
  /** What was selected in editors. */
  readonly pieces: readonly EditorPiece[];
}

export const emptyDraft: Draft = { text: '', held: [], pieces: [] };

/** An inserted text this long is held apart: a text field takes seconds to lay out megabytes. */
const HELD_LENGTH = 100_000;
/** In a field that is this full already, shorter ones are held too. */
const FULL_FIELD = 200_000;
const HELD_IN_FULL_FIELD = 2000;

export function isHeld(inserted: number, present: number): boolean {
  return (
    inserted > HELD_LENGTH || (inserted > HELD_IN_FULL_FIELD && inserted + present > FULL_FIELD)
  );
}

/** A text as a draft: in the field where it is short enough for that. */
export function draftOf(text: string): Draft {
  return isHeld(text.length, 0) ? { ...emptyDraft, held: [text] } : { ...emptyDraft, text };
}

export function isBlank({ text, held, pieces }: Draft): boolean {
  return pieces.length === 0 && ![text, ...held].some((piece) => /\S/.test(piece));
}

/** The message that a draft makes: pieces of files, what was typed, then what is held, with empty lines between. */
export function messageOf({ text, held, pieces }: Draft): string {
  const texts = [text, ...held].filter((piece) => /\S/.test(piece));
  return [...pieces.map(fencedText), ...texts].join('\n\n');
}

/** Puts back what could not be sent, before what was written since. */
export function restored(unsent: Draft, present: Draft): Draft {
  return {
    text: [unsent.text, present.text].filter((piece) => piece !== '').join('\n\n'),
    held: [...unsent.held, ...present.held],
    pieces: [...unsent.pieces, ...present.pieces],
  };
}

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

/** Something with its size in UTF-8. */
interface Sized<T> {
  readonly value: T;
  readonly bytes: number;
}

/** In UTF-16 units: a longer draft is not read with every key. */
const LONG_DRAFT = 100_000;
/** After a key in such a draft. */
const LONG_DRAFT_PAUSE_MS = 300;

/** What is being written as the next message: of one playground, or of all columns of a comparison. */
export class DraftStore {
  readonly #draft = signal<Draft>(emptyDraft);
  readonly #settled = signal('');
  readonly #reading: Debouncer;
  #field: { readonly focus: () => void } | undefined;
  /** The message as it would be sent. */
  readonly message: ReadonlySignal<string> = computed(() => messageOf(this.#draft.value));
  readonly isBlank: ReadonlySignal<boolean> = computed(() => isBlank(this.#draft.value));
  /** What stands beside the text field; the same lists for as long as they don't change. */
  readonly held: ReadonlySignal<readonly Sized<string>[]>;
  readonly pieces: ReadonlySignal<readonly Sized<EditorPiece>[]>;
  /** Length of everything in it, in UTF-16 units. */
  readonly length: ReadonlySignal<number> = computed(() => {
    const { text, held, pieces } = this.#draft.value;
    const parts = [...held, ...pieces.map((piece) => piece.text)];
    return parts.reduce((sum, part) => sum + part.length, text.length);
  });

  constructor(clock: Clock = systemClock) {
    this.#reading = new Debouncer(clock, LONG_DRAFT_PAUSE_MS, () => this.#read());
    // Their sizes are counted once: that takes a while.
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
    // As a text field has it: one that is told other ends of lines loses the place of its cursor.
    const text = withPlainLines(draft.text);
    this.#draft.value = text === draft.text ? draft : { ...draft, text };
    const wasLong = this.#settled.peek().length > LONG_DRAFT;
    if (wasLong) this.#reading.trigger();
    else this.#read();
  }

  /** The message for what reads all of it: a long one is told only once no key was pressed for a moment. */
  get settled(): ReadonlySignal<string> {
    return this.#settled;
  }

  peek(): Draft {
    return this.#draft.peek();
  }

  /**
   * Sends what was written; it comes back where that fails.
   * @param send takes the message.
   * @returns Why it was not sent; undefined where it was.
   */
  async send(send: (message: string) => Promise<unknown>): Promise<string | undefined> {
    const taken = this.take();
    this.focus();
    try {
      await send(messageOf(taken));
      return undefined;
    } catch (error) {
      this.putBack(taken);
      return l10n.t('Couldn’t send the message: {0}', errorMessage(error));
    }
  }

  /** Takes the draft out, to send it. */
  take(): Draft {
    const taken = this.peek();
    this.value = emptyDraft;
    return taken;
  }

  /** Puts what could not be sent back, before what was written since. */
  putBack(unsent: Draft): void {
    this.value = restored(unsent, this.peek());
  }

  /** Puts something behind what stands there, and moves the focus there. */
  add(more: Partial<Draft>): void {
    this.value = restored(this.peek(), { ...emptyDraft, ...more });
    this.focus();
  }

  /** Puts a text in place of what stands there, and moves the focus there. */
  readonly fill = (text: string): void => {
    this.value = draftOf(text);
    this.focus();
  };

  /** Moves the focus to the field where it is written, as soon as one is there. */
  readonly focus = (): void => this.#field?.focus();

  /** Calls a listener after each change. */
  onDidChange(listener: () => void): Disposable {
    const stop = this.#draft.subscribe(() => untracked(listener));
    return toDisposable(stop);
  }

  /** The field where it is written; absent once that is gone. */
  set field(field: { readonly focus: () => void } | null) {
    this.#field = field ?? undefined;
  }

  #read(): void {
    this.#reading.cancel();
    this.#settled.value = this.message.peek();
  }
}
