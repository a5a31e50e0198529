import type { OperationId } from '../api/operations';
import type { JsonObject } from '../api/schema/row';
import type { Verb } from './commandTable';
import type { SectionId } from './sections';
import type { ToldStatus } from './modelStatus';
import type { Text } from './text';

/** A line of a tooltip: what it is about, and its value as it should be read. */
export interface TooltipRow {
  readonly label: Text;
  readonly value: Text;
}

/** Verbs that follow from the operations of a kind, or that every row has. */
type StandardVerb = Extract<
  Verb,
  | 'open'
  | 'create'
  | 'rename'
  | 'delete'
  | 'copyName'
  | 'refresh'
  | 'loadMore'
  | 'loadAll'
  | 'showError'
>;

/** Verbs that a kind says it has: its own commands on rows of the tree. */
export type CustomVerb = Exclude<Verb, StandardVerb>;

/** A mark at the end of a row, and how it is read out. */
export interface Badge {
  /** At most two characters. */
  readonly text: string;
  readonly spoken: Text;
  /** Of the line that it has in the tooltip; absent where the other lines say it. */
  readonly label?: Text;
}

/** A part of a list that the service finds by itself. */
interface ListFilter {
  /** As the service takes it. */
  readonly filter: string;
  /** As a choice. */
  readonly label: Text;
  /** After the title of the collection. */
  readonly short: Text;
}

/** The resources of a kind that the service has given up, where it still has others. */
interface OlderPart {
  readonly title: Text;
  has(resource: JsonObject): boolean;
}

/** What the resources of a collection come to, for its row and for a screen reader. */
export interface Summary {
  readonly short: Text;
  readonly spoken: Text;
}

/** What is wrong with a new resource, and where in it. */
export interface BodyProblem {
  readonly message: Text;
  readonly path: readonly (string | number)[];
}

/** What a resource is like at the moment, where that matters: work goes on, or something went wrong. */
export type Condition = 'busy' | 'failed';

/**
 * Columns of the kinds table. What can be done with a kind is not among them: it follows from the
 * operations that exist for its pattern.
 */
export interface KindRow {
  /** Of resource names, such as `models/*`. */
  readonly pattern: string;
  /** The service's message of one resource. */
  readonly message: string;
  /**
   * The field with the last part of its name, where the service tells no more of that: requests then call a resource by
   * this alone, and a new one has it in its body. A path begins at the root of what it is in, however many folders are
   * between. Absent: `name` has all of it.
   */
  readonly namedBy?: 'id' | 'path';
  /** The service has no list of them: this machine's own notes are one, of those that it made itself. */
  readonly list?: 'local';
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
  /** It stands with others below this row, and not at the top. */
  readonly section?: SectionId;
  /** What the collection says when it has nothing. */
  readonly empty: Text;
  /** What helps where a service has no collection of the kind any more. */
  readonly instead?: Text;
  /**
   * The service has given the kind up, or a part of it: it stands behind what is of today, where it stands in nobody's
   * way. The part has a word of its own.
   */
  readonly older?: true | OlderPart;
  label(resource: JsonObject): string;
  /** Several may be called the same, by people or by the service: their ids tell those apart. */
  readonly hasTwins?: true;
  /**
   * Short facts after the label; absent where nothing is known.
   * @param now milliseconds since 1970, for what is told from now on; told as it is without.
   */
  description(resource: JsonObject, now?: number): Text | undefined;
  /** The description with every word spelled out, for a screen reader. */
  spoken(resource: JsonObject, now?: number): Text | undefined;
  /**
   * How long the service still stands behind it, in a few words after the description; absent where that is no question.
   * @param told what the service said of it elsewhere than in the resource
   */
  stage?(resource: JsonObject, now: number, told?: ToldStatus): Text | undefined;
  tooltip(resource: JsonObject, now?: number, told?: ToldStatus): readonly TooltipRow[];
  /**
   * What those that are loaded of a collection come to.
   * @param isWhole false where there are more than these.
   */
  summary?(resources: readonly JsonObject[], isWhole: boolean): Summary | undefined;
  /** Instead of the kind's own icon, where a resource looks different. Codicon id. */
  icons?(resource: JsonObject): string | undefined;
  condition?(resource: JsonObject): Condition | undefined;
  /** The service tells of one only in its list, which is asked for again while one is busy. */
  readonly relisted?: true;
  badge?(resource: JsonObject, now?: number): Badge | undefined;
  /** The state as one word for groups of rows; absent where the kind has none. */
  state?(resource: JsonObject): Text | undefined;
  /** Rank in lists that keep the order of the API: lower ranks come first. 0 if absent. */
  rank?(resource: JsonObject, now: number): number;
  /** What its content is, as one word for groups of rows and their order. */
  type?(resource: JsonObject): Text | undefined;
  /** In bytes. */
  size?(resource: JsonObject): number | undefined;
  /** When the service deletes it by itself, in milliseconds since 1970. */
  end?(resource: JsonObject): number | undefined;
  /** How prompts name it. */
  address?(resource: JsonObject): string | undefined;
  /** How the service answers for one that is no more, where that is more than a 404; and why it may be no more. */
  readonly gone?: { readonly statuses: readonly number[]; readonly why: Text };
  /** Which custom verbs the kind has, and whether one resource takes part. */
  readonly verbs: { readonly [V in CustomVerb]?: (resource: JsonObject) => boolean };
  /** Custom verbs of the collection's row. */
  readonly collectionVerbs?: readonly CustomVerb[];
  /** What a list at the top can be asked for instead of everything, by the filter that says so. */
  readonly listFilters?: readonly ListFilter[];
  /** What else a list can be asked for, by its parameter: the field of the resources that has it. */
  readonly listedBy?: { readonly [parameter: string]: string };
  /** Whether the service does not let one resource be deleted, though it has the operation. */
  refusesDelete?(resource: JsonObject): boolean;
  /** Why it does not, in a sentence, and what can be done instead. */
  readonly refused?: { readonly reason: Text; readonly help: Text };
  /**
   * Where a form asks for some fields only: these. Without a template there is no document to begin with, as for what
   * has secrets.
   */
  readonly form?: readonly string[];
  /**
   * What a form offers for a field: values, though the service takes others too; or of the types that it can have those
   * that can be what they are without more.
   */
  readonly choices?: { readonly [field: string]: readonly string[] };
  /** The field that only the answer to a create has, with a secret: it is shown at once and kept nowhere. */
  readonly shownOnce?: string;
  /** What a new resource begins with, for a document to fill in; absent where a command asks instead. */
  readonly template?: JsonObject;
  /** Fields of a new resource that name a model, by the method that the model must have. */
  readonly models?: { readonly [field: string]: string };
  /** What it is made of is too deep for a form: a new one is a document at once. */
  readonly hasNoForm?: true;
  /** Of ids that users may choose; the whole id has to match. */
  readonly id?: string;
  /** How many resources are in it by its own count: they go with it, and nothing of them can be kept. */
  contents?(resource: JsonObject): number;
  /** It goes with what it is made of, which nobody sees: no question is about that. */
  readonly deletedWhole?: true;
  /** Its whole name is asked for before it is deleted, even without anything below it. */
  readonly deletedByName?: true;
  /** Deletes many that have the same parent in one call. */
  readonly batchDelete?: OperationId;
  /** What goes on after it is deleted, in place of the sentence that this can't be undone. */
  readonly goesOn?: Text;
  /** What is lost with it beyond what rows below it show, for the question before it is deleted. */
  lost?(resource: JsonObject): Text | undefined;
  /** Whether others of its kind lie below it. */
  isFolder?(resource: JsonObject): boolean;
  /** A click opens its content in place of its JSON. */
  readonly isOpenedAsFile?: true;
  /** What the service would refuse of a new one, and the table of messages can't say. */
  problems?(body: JsonObject): readonly BodyProblem[];
  /** What a deleted one can't get back when it is made again from its copy; absent where it can't be made again. */
  readonly restored?: Text | 'whole';
}
