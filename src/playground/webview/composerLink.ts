import type { ComposerAccess } from './areas';
import type { Composer } from './composer';
import { draftOf, messageOf } from './draft';

/**
 * What the areas of one conversation may ask of the composer. Whoever has the composer tells it of changes,
 * so that nothing of a conversation that went is told any more.
 */
export class ComposerLink implements ComposerAccess {
  readonly #composer: Pick<Composer, 'draft' | 'focus'>;
  readonly #listeners: (() => void)[] = [];
  readonly refresh: () => void;

  constructor(composer: Pick<Composer, 'draft' | 'focus'>, refresh: () => void) {
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
