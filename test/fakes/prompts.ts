import { FakeLiveList } from './liveList';
import {
  type CheckItem,
  type InputButton,
  type InputOptions,
  type LiveList,
  type PickItem,
  type PickOptions,
  type Prompts,
  type QuestionPlace,
  BackNavigation,
} from '../../src/platform/prompts';

/** The answer that presses *Back*; in a box after typing what follows, where something does. */
export const BACK = '← ';

/** A question that was asked, as far as a test can care. */
export interface Asked {
  readonly kind: 'pick' | 'pickMany' | 'input' | 'confirm' | 'notify';
  readonly text: string;
  /** Labels of a pick, actions of a question. */
  readonly choices: readonly string[];
  /** The rows of a pick. */
  readonly items?: readonly PickItem<unknown>[];
  readonly value?: string | undefined;
  readonly password?: boolean | undefined;
  readonly place?: QuestionPlace | undefined;
  readonly buttons?: readonly InputButton[] | undefined;
}

/** Answers questions in order: by label for a list or a question, by text for an input; undefined dismisses. */
export class FakePrompts implements Prompts {
  readonly asked: Asked[] = [];
  /** What the input boxes said against the answers: VS Code would not have taken those. */
  readonly problems: string[] = [];
  /** What the input boxes explained about the answers that they took. */
  readonly hints: (string | undefined)[] = [];
  /** Buttons that are pressed wherever a notification has one. */
  readonly pressed = new Set<string>();
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
    { title, place, typed }: PickOptions<T>,
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined> {
    const rows = await items;
    const [given] = this.#answers;
    const added = given === undefined ? undefined : typed?.(given);
    const choices = [
      ...rows.map(({ label }) => label),
      ...(given !== undefined && added ? [given] : []),
    ];
    const chosen = this.#next({ kind: 'pick', text: title, choices, items: rows, place });
    return (rows.find(({ label }) => label === chosen) ?? (chosen === given ? added : undefined))
      ?.value;
  }

  /** Answered with the labels that are to be chosen, one a line, or with `OK` to what is chosen already. */
  async pickMany<T>(
    options: { readonly title: string },
    items: readonly CheckItem<T>[],
  ): Promise<readonly T[] | undefined> {
    const choices = items.map(({ label }) => label);
    const answer = this.#next({ kind: 'pickMany', text: options.title, choices, items });
    if (answer === undefined) return undefined;
    const labels = answer.split('\n');
    const isChosen = ({ label, checked }: CheckItem<T>): boolean =>
      answer === 'OK' ? checked : labels.includes(label);
    return items.filter(isChosen).map(({ value }) => value);
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
    place,
    buttons,
    hint,
  }: InputOptions): Promise<string | undefined> {
    const text = prompt ?? title;
    const asked = { kind: 'input', text, choices: [], value, password, place, buttons } as const;
    const answer = this.#next(asked);
    const problem = answer === undefined ? undefined : validate?.(answer);
    if (problem !== undefined) this.problems.push(problem);
    else if (answer !== undefined) this.hints.push(hint?.(answer));
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

  /** Notifications wait for nobody: they are noted, and dismissed unless a button of theirs is to be pressed. */
  async notify<A extends string>(
    _level: 'info' | 'warning' | 'error',
    message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined> {
    this.asked.push({ kind: 'notify', text: message, choices: actions });
    return actions.find((action) => this.pressed.has(action));
  }

  #next(asked: Asked): string | undefined {
    this.asked.push(asked);
    if (this.#answers.length === 0) throw new Error(`No answer is left for: ${asked.text}`);
    const answer = this.#answers.shift();
    if (asked.place?.canGoBack && answer?.startsWith(BACK)) {
      throw new BackNavigation(answer === BACK ? (asked.value ?? '') : answer.slice(BACK.length));
    }
    const isChoice = !['input', 'pickMany'].includes(asked.kind) && answer !== undefined;
    if (isChoice && !asked.choices.includes(answer)) {
      throw new Error(`${answer} is not among ${asked.choices.join(', ')}.`);
    }
    return answer;
  }
}
