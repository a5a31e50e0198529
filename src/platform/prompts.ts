import type { LiveList } from './liveList';

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
}

export interface InputOptions {
  readonly title: string;
  readonly prompt?: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** A sentence that says what is wrong, or undefined. */
  readonly validate?: (value: string) => string | undefined;
}

/**
 * Questions to the user. An interface, because VS Code refuses modal dialogs in tests of the extension
 * host: those inject answers; the UI tests click the real ones.
 */
export interface Prompts {
  /** Undefined when dismissed. Items may arrive late: the list shows that it is busy. */
  pick<T>(
    options: { readonly title: string; readonly placeholder?: string },
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined>;
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
