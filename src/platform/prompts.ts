import type { Disposable } from '../base/disposable';
import type { Event } from '../base/event';

/** An entry of a pick list. */
export interface PickItem<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly value: T;
  /** Codicon id; never from elsewhere. */
  readonly icon?: string;
  /** Starts out selected (focused). */
  readonly active?: boolean;
  /** A line goes before the item; with a text, which may be empty. */
  readonly separator?: string;
  /** On the right of the row; one that is pressed answers with its own value. */
  readonly buttons?: readonly PickButton<T>[];
}

export interface PickButton<T> {
  /** Codicon id; never from elsewhere. */
  readonly icon: string;
  readonly tooltip: string;
  readonly value: T;
}

/** Where a question stands among several; `runWizard` says it. */
export interface QuestionPlace {
  /** From 1; absent where there is only one. */
  readonly step?: readonly [step: number, of: number];
  /** The question has a *Back* button, and rejects with `WentBack` when that is pressed. */
  readonly canGoBack: boolean;
}

/** The user wants the question before this one. It never leaves `runWizard`. */
export class WentBack extends Error {
  override readonly name = 'WentBack';

  /** @param typed what the field had. */
  constructor(readonly typed: string) {
    super('Back');
  }
}

export interface PickOptions<T> {
  readonly title: string;
  readonly placeholder?: string;
  readonly place?: QuestionPlace;
  /** A row for what is typed or pasted, above the others; undefined for what only filters them. */
  readonly typed?: (text: string) => PickItem<T> | undefined;
}

/** In the title of an input box. The question stays open when it is pressed. */
export interface InputButton {
  /** Codicon id; never from elsewhere. */
  readonly icon: string;
  readonly tooltip: string;
  readonly run: () => void;
}

/** An entry of a list of which any number may be chosen. */
export interface CheckItem<T> extends PickItem<T> {
  /** Starts out chosen. */
  readonly checked: boolean;
}

export interface InputOptions {
  readonly title: string;
  readonly prompt?: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** A sentence that says what is wrong, or undefined. */
  readonly validate?: (value: string) => string | undefined;
  readonly buttons?: readonly InputButton[];
  readonly place?: QuestionPlace;
}

/**
 * Questions to the user. An interface, because VS Code refuses modal dialogs in tests of the extension
 * host: those inject answers; the UI tests click the real ones.
 */
export interface Prompts {
  /** Undefined when dismissed. Items may arrive late: the list shows that it is busy. */
  pick<T>(
    options: PickOptions<T>,
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined>;
  /** A list of boxes to check; none of them may be chosen too. Undefined when dismissed. */
  pickMany<T>(
    options: { readonly title: string; readonly placeholder?: string },
    items: readonly CheckItem<T>[],
  ): Promise<readonly T[] | undefined>;
  /** A list that changes while it is open; nothing shows before its first update. */
  live<T>(): LiveList<T>;
  input(options: InputOptions): Promise<string | undefined>;
  /** A modal question; answers the chosen action, or undefined. */
  confirm<A extends string>(
    message: string,
    options: { readonly detail?: string; readonly actions: readonly A[] },
  ): Promise<A | undefined>;
  /** A notification; resolves to the button pressed, or undefined. */
  notify<A extends string>(
    level: 'info' | 'warning' | 'error',
    message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined>;
}

export type LiveItem<T> = Omit<PickItem<T>, 'separator'>;

/** What a list shows at one time. */
export interface LiveState<T> {
  readonly title: string;
  /** In the empty field. */
  readonly placeholder?: string;
  /** Which step of how many. */
  readonly step?: readonly [step: number, of: number];
  readonly isBusy: boolean;
  /** All of them show, whatever was typed. */
  readonly items: readonly LiveItem<T>[];
}

/** A list with a field that stays open while what it shows changes. It closes when disposed. */
export interface LiveList<T> extends Disposable {
  /** The first call opens it. */
  update(state: LiveState<T>): void;
  /** Empties the field. */
  clear(): void;
  /** The value of the row that was accepted, with what the field has. */
  readonly onDidChoose: Event<{ readonly value: T; readonly text: string }>;
  readonly onDidType: Event<string>;
  /** The user closed it. */
  readonly onDidDismiss: Event<void>;
}
