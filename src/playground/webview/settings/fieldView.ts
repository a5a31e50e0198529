import type { JsonValue } from '../../../api/schema/row';
import type { SettingsMode } from '../../conversation';
import type { Model } from './row';
import type { Parsed } from './parse';

/** What a field needs to know of the rest. */
export interface FieldFacts {
  readonly model: Model;
  readonly mode: SettingsMode;
  /** Why its value is not sent, as a sentence; absent where it is, or where nothing is set. */
  readonly unsent?: string | undefined;
}

/** A setting in the panel. */
export interface FieldView {
  readonly element: HTMLElement;
  /** What stands in it. */
  readonly parsed: Parsed<JsonValue>;
  /** Puts a value into it, whatever it is; undefined stands for the default. */
  write(value: JsonValue | undefined): void;
  show(facts: FieldFacts): void;
}
