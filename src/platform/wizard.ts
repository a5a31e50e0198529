import {
  type InputOptions,
  type LiveList,
  type PickItem,
  type PickOptions,
  type Prompts,
  type QuestionPlace,
  BackNavigation,
} from './prompts';

export interface WizardStep<A> {
  /** Whether to ask, given the answers; always by default. */
  readonly isAsked?: (answers: A) => boolean;
  /** Asks and returns new answers. Undefined if dismissed. */
  readonly ask: (prompts: Prompts, answers: A) => Promise<Partial<A> | undefined>;
}

/**
 * Runs numbered steps with a *Back* button that restores earlier input. Undefined if dismissed, so steps
 * must not save anything.
 */
export async function runWizard<A extends object>(
  prompts: Prompts,
  first: A,
  steps: readonly WizardStep<A>[],
): Promise<A | undefined> {
  const given = new Map<string, string>();
  const passed: number[] = [];
  let answers = first;
  let index = 0;
  for (let step = steps[0]; step; step = steps[index]) {
    if (step.isAsked?.(answers) === false) {
      index += 1;
      continue;
    }
    const asked = new StepPrompts(prompts, given, index, stepOf(steps, index, answers), passed);
    try {
      const change = await step.ask(asked, answers);
      if (change === undefined) return undefined;
      answers = { ...answers, ...change };
    } catch (error) {
      if (!(error instanceof BackNavigation)) throw error;
      index = passed.pop() ?? 0;
      continue;
    }
    if (asked.hasAsked) passed.push(index);
    index += 1;
  }
  return answers;
}

function stepOf<A>(
  steps: readonly WizardStep<A>[],
  index: number,
  answers: A,
): readonly [step: number, of: number] | undefined {
  const asked = steps.map((step) => step.isAsked?.(answers) !== false);
  const of = asked.filter(Boolean).length;
  return of === 1 ? undefined : [asked.slice(0, index).filter(Boolean).length + 1, of];
}

class StepPrompts implements Prompts {
  readonly #prompts: Prompts;
  readonly #given: Map<string, string>;
  readonly #index: number;
  readonly #place: QuestionPlace;
  hasAsked = false;

  constructor(
    prompts: Prompts,
    given: Map<string, string>,
    index: number,
    step: readonly [step: number, of: number] | undefined,
    passed: readonly number[],
  ) {
    this.#prompts = prompts;
    this.#given = given;
    this.#index = index;
    this.#place = { ...(step && { step }), canGoBack: passed.length > 0 };
  }

  /** A nested wizard in a step may have its own *Back*. */
  #placeOf({ place }: Pick<PickOptions<unknown>, 'place'>): QuestionPlace {
    return place?.canGoBack ? { ...this.#place, canGoBack: true } : this.#place;
  }

  async pick<T>(
    options: PickOptions<T>,
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined> {
    this.hasAsked = true;
    const key = this.#keyOf(options.placeholder ?? options.title);
    const before = this.#given.get(key);
    const rows = Promise.resolve(items).then((all) =>
      all.some(({ label }) => label === before)
        ? all.map((item) => ({ ...item, active: item.label === before }))
        : all,
    );
    const value = await this.#prompts.pick({ ...options, place: this.#placeOf(options) }, rows);
    // Avoids an unhandled rejection of items that are still loading.
    if (value === undefined) {
      rows.catch(() => undefined);
      return undefined;
    }
    const chosen = (await rows).find((item) => item.value === value);
    if (chosen) this.#given.set(key, chosen.label);
    return value;
  }

  async input(options: InputOptions): Promise<string | undefined> {
    this.hasAsked = true;
    const key = this.#keyOf(options.prompt ?? options.title);
    const before = this.#given.get(key) ?? options.value;
    const value = before === undefined ? {} : { value: before };
    try {
      const text = await this.#prompts.input({
        ...options,
        ...value,
        place: this.#placeOf(options),
      });
      this.#keep(key, options, text);
      return text;
    } catch (error) {
      if (error instanceof BackNavigation) this.#keep(key, options, error.typed);
      throw error;
    }
  }

  /** Doesn't save an unchanged default, since the default may differ next time. */
  #keep(key: string, { value = '' }: InputOptions, text: string | undefined): void {
    if (text === undefined || text === value) this.#given.delete(key);
    else this.#given.set(key, text);
  }

  #keyOf(question: string): string {
    return `${this.#index} ${question}`;
  }

  live<T>(): LiveList<T> {
    return this.#prompts.live<T>();
  }

  pickMany: Prompts['pickMany'] = (...question) => this.#prompts.pickMany(...question);

  confirm: Prompts['confirm'] = (...question) => this.#prompts.confirm(...question);

  notify: Prompts['notify'] = (...notice) => this.#prompts.notify(...notice);
}
