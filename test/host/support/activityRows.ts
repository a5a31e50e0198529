import { activated } from './extension';

type Loaded = Awaited<ReturnType<Awaited<ReturnType<typeof activated>>['activities']['load']>>;

/** The rows of the activities, in the words in which they are read out. */
export class ActivityRows {
  readonly #loaded: Loaded;

  private constructor(loaded: Loaded) {
    this.#loaded = loaded;
  }

  static async load(): Promise<ActivityRows> {
    return new ActivityRows(await (await activated()).activities.load());
  }

  get spoken(): readonly string[] {
    const items = this.#loaded.rows().map((row) => this.#loaded.item(row));
    return items.map(({ accessibilityInformation }) => accessibilityInformation?.label ?? '');
  }

  /** Resolves once a row says so, which is looked at whenever any has changed. */
  shows(words: RegExp): Promise<void> {
    const holds = (): boolean => this.spoken.some((row) => words.test(row));
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => {
      const subscription = this.#loaded.list.onDidChange(() => {
        if (!holds()) return;
        subscription.dispose();
        resolve();
      });
    });
  }

  /** Presses *Cancel* of the row that says so. */
  cancel(words: RegExp): void {
    const { list } = this.#loaded;
    const row = this.#loaded
      .rows()
      .find((one) => words.test(this.#loaded.item(one).accessibilityInformation?.label ?? ''));
    if (!row) throw new Error(`No row says ${String(words)}: ${this.spoken.join(' | ')}`);
    list.find(row.activity)?.cancel?.();
  }
}
