import type { Disposable } from '../base/disposable';
import type { Event } from '../base/event';

export interface PickItem<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly value: T;
  /** Codicon id; never from untrusted data. */
  readonly icon?: string;
  readonly active?: boolean;
  /** Adds a separator before the item; the label may be empty. */
  readonly separator?: string;
  /** Buttons of the item; each one returns its own value. */
  readonly buttons?: readonly PickButton<T>[];
}

export interface PickButton<T> {
  /** Codicon id; never from untrusted data. */
  readonly icon: string;
  readonly tooltip: string;
  readonly value: T;
}

export interface QuestionPlace {
  /** Starts at 1; undefined for a single question. */
  readonly step?: readonly [step: number, of: number];
  /** Whether to show a *Back* button, which rejects with `BackNavigation`. */
  readonly canGoBack: boolean;
}

/** Signals *Back*; used only within `runWizard`. */
export class BackNavigation extends Error {
  override readonly name = 'BackNavigation';

  /** @param typed current input. */
  constructor(readonly typed: string) {
    super('Back');
  }
}

export interface PickOptions<T> {
  readonly title: string;
  readonly placeholder?: string;
  readonly place?: QuestionPlace;
  /** Returns an item for the typed text, at the top; undefined if the text only filters. */
  readonly typed?: (text: string) => PickItem<T> | undefined;
}

/** A title button of an input box, which stays open when it is clicked. */
export interface InputButton {
  /** Codicon id; never from untrusted data. */
  readonly icon: string;
  readonly tooltip: string;
  readonly run: () => void;
}

export interface CheckItem<T> extends PickItem<T> {
  readonly checked: boolean;
}

export interface InputOptions {
  readonly title: string;
  readonly prompt?: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Returns an error sentence, or undefined. */
  readonly validate?: (value: string) => string | undefined;
  /** Explains a valid value while it is typed, in one sentence. */
  readonly hint?: (value: string) => string | undefined;
  readonly buttons?: readonly InputButton[];
  readonly place?: QuestionPlace;
}

/** Prompts shown to the user. An interface, because VS Code rejects modal dialogs in extension host tests. */
export interface Prompts {
  /** Undefined if dismissed. The list shows progress until the items resolve. */
  pick<T>(
    options: PickOptions<T>,
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined>;
  /** Multiple choice, may be empty. Undefined if dismissed. */
  pickMany<T>(
    options: { readonly title: string; readonly placeholder?: string },
    items: readonly CheckItem<T>[],
  ): Promise<readonly T[] | undefined>;
  live<T>(): LiveList<T>;
  input(options: InputOptions): Promise<string | undefined>;
  /** Modal dialog; resolves to the chosen action, or undefined. */
  confirm<A extends string>(
    message: string,
    options: { readonly detail?: string; readonly actions: readonly A[] },
  ): Promise<A | undefined>;
  /** Notification; resolves to the clicked button, or undefined. */
  notify<A extends string>(
    level: 'info' | 'warning' | 'error',
    message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined>;
}

export type LiveItem<T> = Omit<PickItem<T>, 'separator'>;

export interface LiveState<T> {
  readonly title: string;
  readonly placeholder?: string;
  readonly step?: readonly [step: number, of: number];
  readonly isBusy: boolean;
  /** Shown without filtering. */
  readonly items: readonly LiveItem<T>[];
}

/** A list with an input that stays open while its content changes. Closes when disposed. */
export interface LiveList<T> extends Disposable {
  update(state: LiveState<T>): void;
  clear(): void;
  readonly onDidChoose: Event<{ readonly value: T; readonly text: string }>;
  readonly onDidType: Event<string>;
  readonly onDidDismiss: Event<void>;
}
