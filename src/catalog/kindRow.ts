import type { JsonObject } from '../api/schema/row';
import type { Text } from './text';

/** A line of a tooltip: what it is about, and its value as it should be read. */
export interface TooltipRow {
  readonly label: Text;
  readonly value: Text;
}

/** Verbs of resources that have a command of their own. */
export type CustomVerb = 'openPlayground';

/**
 * Columns of the kinds table. What can be done with a kind is not among them: it follows from the
 * operations that exist for its pattern.
 */
export interface KindRow {
  /** Of resource names, such as `models/*`. */
  readonly pattern: string;
  /** The service's message of one resource. */
  readonly message: string;
  /** Codicon id. */
  readonly icon: string;
  /** One resource, in the middle of a sentence. */
  readonly noun: Text;
  /** Several of them, there. */
  readonly nouns: Text;
  /** The collection's row. */
  readonly title: Text;
  /** The collection's row is open from the start: to look at the tree costs a request for each of these. */
  readonly startsOpen?: true;
  /** What the collection says when it has nothing. */
  readonly empty: Text;
  label(resource: JsonObject): string;
  /** Short facts after the label; absent where nothing is known. */
  description(resource: JsonObject): Text | undefined;
  /** The description with every word spelled out, for a screen reader. */
  spoken(resource: JsonObject): Text | undefined;
  tooltip(resource: JsonObject): readonly TooltipRow[];
  /** Which custom verbs the kind has, and whether one resource takes part. */
  readonly verbs: { readonly [V in CustomVerb]?: (resource: JsonObject) => boolean };
}
