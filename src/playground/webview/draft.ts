/** What stands in the composer: typed text, and pasted texts too long to be edited in a text field. */
export interface Draft {
  readonly text: string;
  readonly held: readonly string[];
}

export const emptyDraft: Draft = { text: '', held: [] };

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
  return isHeld(text.length, 0) ? { text: '', held: [text] } : { text, held: [] };
}

export function isBlank({ text, held }: Draft): boolean {
  return ![text, ...held].some((piece) => /\S/.test(piece));
}

/** The message that a draft makes: what was typed, then what is held, with empty lines between. */
export function messageOf({ text, held }: Draft): string {
  return [text, ...held].filter((piece) => /\S/.test(piece)).join('\n\n');
}

/** Puts back what could not be sent, before what was written since. */
export function restored(unsent: Draft, present: Draft): Draft {
  const text = [unsent.text, present.text].filter((piece) => piece !== '').join('\n\n');
  return { text, held: [...unsent.held, ...present.held] };
}

/** A composer, as far as a message is put into it. */
export interface DraftField {
  draft: Draft;
  focus(): void;
}

/**
 * What the areas of one conversation may ask of the composer, as a `ComposerAccess`. Whoever has the composer
 * tells it of changes, so that a conversation that went is not told of them any more.
 */
export class ComposerLink {
  readonly #composer: DraftField;
  readonly #listeners: (() => void)[] = [];
  readonly refresh: () => void;

  constructor(composer: DraftField, refresh: () => void) {
    this.#composer = composer;
    this.refresh = refresh;
  }

  readonly message = (): string => messageOf(this.#composer.draft);

  readonly fill = (text: string): void => {
    this.#composer.draft = draftOf(text);
    this.#composer.focus();
  };

  readonly onDidChange = (listener: () => void): void => {
    this.#listeners.push(listener);
  };

  /** The draft has changed. */
  changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
