import { FakeLiveList } from './liveList';
import type { LiveList } from '../../src/platform/liveList';
import type { InputOptions, PickItem, Prompts } from '../../src/platform/prompts';

/** A question that was asked, as far as a test can care. */
export interface Asked {
  readonly kind: 'pick' | 'input' | 'confirm' | 'notify';
  readonly text: string;
  /** Labels of a pick, actions of a question. */
  readonly choices: readonly string[];
  /** The rows of a pick. */
  readonly items?: readonly PickItem<unknown>[];
  readonly value?: string | undefined;
  readonly password?: boolean | undefined;
}

/** Answers questions in order: by label for a list or a question, by text for an input; undefined dismisses. */
export class FakePrompts implements Prompts {
  readonly asked: Asked[] = [];
  /** What the input boxes said against the answers: VS Code would not have taken those. */
  readonly problems: string[] = [];
  readonly #answers: (string | undefined)[];

  constructor(...answers: readonly (string | undefined)[]) {
    this.#answers = [...answers];
  }

  get unused(): number {
    return this.#answers.length;
  }

  answer(...answers: readonly (string | undefined)[]): void {
    this.#answers.push(...answers);
  }

  async pick<T>(
    options: { readonly title: string },
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined> {
    const rows = await items;
    const choices = rows.map(({ label }) => label);
    const chosen = this.#next({ kind: 'pick', text: options.title, choices, items: rows });
    return rows.find(({ label }) => label === chosen)?.value;
  }

  /** Every live list that was opened. */
  readonly lists: FakeLiveList<unknown>[] = [];

  live<T>(): LiveList<T> {
    const list = new FakeLiveList<T>();
    this.lists.push(list as FakeLiveList<unknown>);
    return list;
  }

  async input({
    title,
    prompt,
    value,
    password,
    validate,
  }: InputOptions): Promise<string | undefined> {
    const asked = { kind: 'input', text: prompt ?? title, choices: [], value, password } as const;
    const answer = this.#next(asked);
    const problem = answer === undefined ? undefined : validate?.(answer);
    if (problem !== undefined) this.problems.push(problem);
    return answer;
  }

  async confirm<A extends string>(
    message: string,
    { detail, actions }: { readonly detail?: string; readonly actions: readonly A[] },
  ): Promise<A | undefined> {
    const text = [message, detail].filter(Boolean).join(' ');
    const chosen = this.#next({ kind: 'confirm', text, choices: actions });
    return actions.find((action) => action === chosen);
  }

  /** Notifications wait for nobody: they are noted, and dismissed. */
  async notify<A extends string>(
    _level: 'info' | 'warning' | 'error',
    message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined> {
    this.asked.push({ kind: 'notify', text: message, choices: actions });
    return undefined;
  }

  #next(asked: Asked): string | undefined {
    this.asked.push(asked);
    if (this.#answers.length === 0) throw new Error(`No answer is left for: ${asked.text}`);
    const answer = this.#answers.shift();
    const isChoice = asked.kind !== 'input' && answer !== undefined;
    if (isChoice && !asked.choices.includes(answer)) {
      throw new Error(`${answer} is not among ${asked.choices.join(', ')}.`);
    }
    return answer;
  }
}
