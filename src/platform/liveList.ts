import type { Disposable } from '../base/disposable';
import type { Event } from '../base/event';
import type { PickItem } from './prompts';

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
