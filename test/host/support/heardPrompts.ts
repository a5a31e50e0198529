import { FakePrompts, type Asked } from '../../fakes/prompts';
import { Emitter } from '../../../src/base/event';

/** Prompts of which a test can wait for a notification. */
export class HeardPrompts extends FakePrompts {
  readonly #heard = new Emitter<void>();

  /** Every notification so far, oldest first. */
  get notices(): readonly Asked[] {
    return this.asked.filter(({ kind }) => kind === 'notify');
  }

  /** Resolves once a notification says so, or has said so. */
  hears(words: string | RegExp): Promise<void> {
    const holds = (): boolean =>
      this.notices.some(({ text }) =>
        typeof words === 'string' ? text === words : words.test(text),
      );
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => {
      const subscription = this.#heard.event(() => {
        if (!holds()) return;
        subscription.dispose();
        resolve();
      });
    });
  }

  override async notify<A extends string>(
    level: 'info' | 'warning' | 'error',
    message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined> {
    const chosen = await super.notify(level, message, ...actions);
    this.#heard.fire();
    return chosen;
  }
}
