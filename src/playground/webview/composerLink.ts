import { draftOf, messageOf, type Draft } from './draft';

/** A composer, as far as a message is put into it. */
export interface DraftField {
  draft: Draft;
  focus(): void;
}

/**
 * What the areas of one conversation may ask of the composer, as a `ComposerAccess`. Whoever has the composer
 * tells it of changes, so that nothing of a conversation that went is told any more.
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
