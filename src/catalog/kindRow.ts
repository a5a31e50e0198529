import type { OperationId } from '../api/operations';
import type { JsonObject } from '../api/schema/row';
import type { Verb } from './commandTable';
import type { ReportedStatus } from './modelStatus';
import { text, type Text } from './text';

export interface TooltipRow {
  readonly label: Text;
  readonly value: Text;
}

/** Verbs that follow from API methods or apply to every row. */
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

/** Verbs that a type declares itself, such as its own commands. */
export type CustomVerb = Exclude<Verb, StandardVerb>;

/** A decoration at the end of a row, and its text for screen readers. */
export interface Badge {
  readonly text: string;
  readonly spoken: Text;
  /** Label of its tooltip row. Undefined if other rows say it. */
  readonly label?: Text;
}

interface ListFilter {
  /** Filter expression of the API. */
  readonly filter: string;
  readonly label: Text;
  /** Follows the collection's title. */
  readonly short: Text;
}

/** Some of a type's resources, which have a row of their own. */
interface KindPart {
  readonly title: Text;
  has(resource: JsonObject): boolean;
}

/** A summary of a collection's resources, for its row and for screen readers. */
export interface Summary {
  readonly short: Text;
  readonly spoken: Text;
}

/** An error in a new resource, and its position. */
export interface BodyProblem {
  readonly message: Text;
  readonly path: readonly (string | number)[];
}

/** A state that needs attention: in progress or failed. */
export type Condition = 'busy' | 'failed';

/** Columns of the resource types. Verbs aren't included: they follow from the API methods of the pattern. */
export interface KindRow {
  /** Pattern of resource names, such as `models/*`. */
  readonly pattern: string;
  /** API message of the resource. */
  readonly message: string;
  /**
   * Field with the last part of the name, if the API omits `name`. Requests use only this part, and create bodies
   * contain it. A path starts at the root and may include folders. Default: `name`.
   */
  readonly namedBy?: 'id' | 'path';
  /** The API has no list method. The extension lists the resources that it created. */
  readonly list?: 'local';
  readonly icon: string;
  readonly noun: Text;
  readonly nouns: Text;
  readonly title: Text;
  /** Whether the collection is initially expanded, at the cost of a request per collection. */
  readonly startsOpen?: true;
  /** The section that contains the collection. Default: the root. */
  readonly section?: SectionId;
  readonly empty: Text;
  /** What its resources are for, in a few words after *Create…*, for an empty collection. */
  readonly purpose?: Text;
  /** Suggestion if a server no longer supports the type. */
  readonly instead?: Text;
  /** Whether the type, or part of it, is legacy: listed after current ones, hidden by default. */
  readonly older?: true | KindPart;
  /** Resources for tests, which come after the others of their list. */
  readonly tests?: KindPart;
  label(resource: JsonObject): string;
  /** Whether display names may repeat, so that IDs are shown too. */
  readonly hasTwins?: true;
  /**
   * Returns short facts after the label. Undefined if none are known.
   * @param now in ms since 1970, for relative times; absolute times without
   */
  description(resource: JsonObject, now?: number): Text | undefined;
  /** Returns the description spelled out for screen readers. */
  spoken(resource: JsonObject, now?: number): Text | undefined;
  /**
   * Returns the lifecycle stage for the description. Undefined if not noteworthy.
   * @param told status from API responses other than the resource itself
   */
  stage?(resource: JsonObject, now: number, told?: ReportedStatus): Text | undefined;
  tooltip(resource: JsonObject, now?: number, told?: ReportedStatus): readonly TooltipRow[];
  /**
   * Returns a summary of the loaded resources of a collection.
   * @param isWhole whether all of them are loaded
   */
  summary?(resources: readonly JsonObject[], isWhole: boolean): Summary | undefined;
  /** Returns the Codicon ID of a resource that differs from the type's own icon. */
  icons?(resource: JsonObject): string | undefined;
  condition?(resource: JsonObject): Condition | undefined;
  /** Whether only the list method reports progress. The list is then polled while a resource is in progress. */
  readonly relisted?: true;
  badge?(resource: JsonObject, now?: number): Badge | undefined;
  /** Returns the state as one word to group rows by. Undefined if the type has none. */
  state?(resource: JsonObject): Text | undefined;
  /** Returns the sort rank; lower comes first, and equal ranks keep the order of the API. Default: 0. */
  rank?(resource: JsonObject, now: number): number;
  /** Returns the content type as one word to group and sort rows by. */
  type?(resource: JsonObject): Text | undefined;
  size?(resource: JsonObject): number | undefined;
  /** Returns the expiration time in ms since 1970. */
  end?(resource: JsonObject): number | undefined;
  /** Returns the name to use in prompts. */
  address?(resource: JsonObject): string | undefined;
  /** HTTP statuses other than 404 for a deleted resource, and why it may have been deleted. */
  readonly gone?: { readonly statuses: readonly number[]; readonly why: Text };
  /** Custom verbs of the type, and whether a resource supports them. */
  readonly verbs: { readonly [V in CustomVerb]?: (resource: JsonObject) => boolean };
  readonly collectionVerbs?: readonly CustomVerb[];
  /** Filters of a top-level list that the user can select. */
  readonly listFilters?: readonly ListFilter[];
  /** Other list parameters, with the resource field that contains the value. */
  readonly listedBy?: { readonly [parameter: string]: string };
  /** Whether the API rejects deleting this resource, although the type has a delete method. */
  refusesDelete?(resource: JsonObject): boolean;
  /** Why the API rejects deleting, and what to do instead. */
  readonly refused?: { readonly reason: Text; readonly help: Text };
  /** Fields of the create form. Without `template`, no JSON document is offered, such as for resources with secrets. */
  readonly form?: readonly string[];
  /** Suggested values of form fields; the API accepts others too. For oneof types, those without required fields. */
  readonly choices?: { readonly [field: string]: readonly string[] };
  /** Field of a secret that only the create response has: shown once, never saved. */
  readonly shownOnce?: string;
  /** Initial JSON document of a new resource. Undefined if a command prompts for the values. */
  readonly template?: JsonObject;
  /** Form fields that name a model, with the method that the model must support. */
  readonly models?: { readonly [field: string]: string };
  /** Regular expression of the entire ID that users may choose. */
  readonly id?: string;
  /** Returns the number of contained resources that are deleted too and can't be backed up. */
  contents?(resource: JsonObject): number;
  /** Whether hidden children are deleted without a separate confirmation. */
  readonly deletedWhole?: true;
  /** Whether deletion requires typing the full name, even without children. */
  readonly deletedByName?: true;
  /** The API method that deletes several resources of one parent. */
  readonly batchDelete?: OperationId;
  /**
   * Sentence that describes what continues after deletion. Replaces the sentence that deletion can't be
   * undone.
   */
  readonly goesOn?: Text;
  /** Returns deletions other than visible children, for the confirmation. */
  lost?(resource: JsonObject): Text | undefined;
  /** Whether the resource contains others of its type. */
  isFolder?(resource: JsonObject): boolean;
  /** Whether a click opens the content instead of JSON. */
  readonly isOpenedAsFile?: true;
  /** Returns errors of a new resource that its message type doesn't express. */
  problems?(body: JsonObject): readonly BodyProblem[];
  /** Data that restoring from the trash can't recover. Undefined if restoring isn't possible. */
  readonly restored?: Text | 'whole';
}

interface SectionRow {
  readonly title: Text;
  readonly icon: string;
  readonly about: Text;
}

const sections = {
  interactions: {
    title: text('Agents and Interactions'),
    icon: 'type-hierarchy',
    about: text(
      'Interactions API resources: interactions, agents, environments, triggers, credentials, voices, and webhooks.',
    ),
  },
} as const satisfies { readonly [id: string]: SectionRow };

export type SectionId = keyof typeof sections;

export function sectionIds(): readonly SectionId[] {
  return Object.keys(sections) as SectionId[];
}

export function sectionRow(id: SectionId): SectionRow {
  return sections[id];
}
