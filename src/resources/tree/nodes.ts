import type { JsonObject } from '../../api/schema/row';
import type { NodeType, Verb } from '../../catalog/commandTable';
import type { ConnectionTarget, ResourceRef } from '../../catalog/ref';
import type { Badge, SectionId, Summary } from '../../catalog/kindRow';
import type { Text } from '../../catalog/text';
import type { Work } from '../../service/store';

interface NodeBase extends ResourceRef {
  readonly node: NodeType;
  /** Unique and stable, so that expansion and selection survive a refresh. */
  readonly id: string;
  readonly words: string;
}

export interface CollectionNode extends NodeBase {
  readonly node: 'collection';
  readonly collection: true;
  readonly work: Work | undefined;
  readonly summary: Summary | undefined;
  readonly part?: Text | undefined;
}

export interface ResourceNode extends NodeBase {
  readonly node: 'resource';
  readonly resource: JsonObject;
  readonly can: readonly Verb[];
  readonly work: Work | undefined;
  readonly badge: Badge | undefined;
  readonly twin?: string | undefined;
  readonly hasRows: boolean;
}

/** A group of rows: a range of a long list, rows with a common word, or a range of such rows. */
export interface GroupNode extends NodeBase {
  readonly node: 'group';
  readonly collection: true;
  readonly by: 'state' | 'type' | 'older' | 'tests' | undefined;
  /** The group's word; null for rows without one, undefined if not grouped. */
  readonly word: Text | null | undefined;
  /** Range of rows, from 0. Undefined for all rows. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
  readonly count: number;
  readonly startsOpen: boolean;
}

/** Row that loads the next page, or all pages if a filter is active. */
export interface MoreNode extends NodeBase {
  readonly node: 'more';
  readonly collection: true;
  readonly isFiltered: boolean;
}

export interface ErrorNode extends NodeBase {
  readonly node: 'error';
  readonly collection: true;
  readonly error: unknown;
  readonly signIn: ConnectionTarget | undefined;
}

/** Row for a kind that the API doesn't, or no longer, support. */
export interface UnavailableNode extends NodeBase {
  readonly node: 'unavailable';
  readonly collection: true;
  /** Error from the API; undefined if not requested. */
  readonly error: unknown;
}

export interface EmptyNode extends NodeBase {
  readonly node: 'empty' | 'loading';
  readonly collection: true;
  /** Whether resources exist but don't match the filter. */
  readonly isFiltered: boolean;
  /** Verb that creates the first resource. */
  readonly creates?: Verb | undefined;
}

export interface OlderNode extends NodeBase {
  readonly node: 'older';
  readonly collection: true;
}

/** Row for several root kinds. Uses the first root's reference. */
export interface SectionNode extends NodeBase {
  readonly node: 'section';
  readonly collection: true;
  readonly section: SectionId;
}

/** A tree row. Also a resource reference, so commands accept it as a target. */
export type TreeNode =
  | CollectionNode
  | ResourceNode
  | GroupNode
  | MoreNode
  | ErrorNode
  | UnavailableNode
  | EmptyNode
  | SectionNode
  | OlderNode;

/** MIME type of dragged rows. The value is the text to insert. */
export const ROWS_TYPE = 'application/vnd.generativelanguage.rows';
