import { Emitter } from '../../src/base/event';
import type { LiveList, LiveState } from '../../src/platform/prompts';

/** A live list whose rows a test accepts by their label. */
export class FakeLiveList<T> implements LiveList<T> {
  /** Everything that was shown, in order. */
  readonly states: LiveState<T>[] = [];
  isDisposed = false;
  text = '';
  readonly #chosen = new Emitter<{ readonly value: T; readonly text: string }>();
  readonly #typed = new Emitter<string>();
  readonly #dismissed = new Emitter<void>();
  readonly #updated = new Emitter<LiveState<T>>();
  readonly onDidChoose = this.#chosen.event;
  readonly onDidType = this.#typed.event;
  readonly onDidDismiss = this.#dismissed.event;

  get state(): LiveState<T> | undefined {
    return this.states.at(-1);
  }

  update(state: LiveState<T>): void {
    this.states.push(state);
    this.#updated.fire(state);
  }

  clear(): void {
    this.text = '';
  }

  /** Resolves once the list shows what the test wants. */
  async when(test: (state: LiveState<T>) => boolean): Promise<LiveState<T>> {
    if (this.state && test(this.state)) return this.state;
    return await new Promise((resolve) => {
      const subscription = this.#updated.event((state) => {
        if (!test(state)) return;
        subscription.dispose();
        resolve(state);
      });
    });
  }

  /** Accepts the row with this label. */
  choose(label: string): void {
    const item = this.state?.items.find((one) => one.label === label);
    if (!item) {
      const labels = this.state?.items.map((one) => one.label).join(', ') ?? 'nothing';
      throw new Error(`${label} is not among ${labels}.`);
    }
    this.#chosen.fire({ value: item.value, text: this.text });
  }

  type(text: string): void {
    this.text = text;
    this.#typed.fire(text);
  }

  dismiss(): void {
    this.#dismissed.fire();
  }

  dispose(): void {
    this.isDisposed = true;
  }
}
