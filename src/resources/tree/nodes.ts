import type { JsonObject } from '../../api/schema/row';
import type { NodeType, Verb } from '../../catalog/commandTable';
import type { ConnectionTarget, ResourceRef } from '../../catalog/ref';
import type { Badge, Summary } from '../../catalog/kindRow';
import type { SectionId } from '../../catalog/sections';
import type { Text } from '../../catalog/text';
import type { Work } from '../../service/store';

interface NodeBase extends ResourceRef {
  readonly node: NodeType;
  /** Unique in the tree, and the same after a refresh: what was expanded or selected stays so. */
  readonly id: string;
  /** What menus ask for. */
  readonly words: string;
}

/** A list of resources. */
export interface CollectionNode extends NodeBase {
  readonly node: 'collection';
  readonly collection: true;
  /** What is being done in it. */
  readonly work: Work | undefined;
  /** What those come to that are loaded. */
  readonly summary: Summary | undefined;
  /** Which part of it is listed, where it is not all. */
  readonly part?: Text | undefined;
}

export interface ResourceNode extends NodeBase {
  readonly node: 'resource';
  readonly resource: JsonObject;
  readonly can: readonly Verb[];
  readonly work: Work | undefined;
  readonly badge: Badge | undefined;
  /** Its id, where another row of its list is called the same. */
  readonly twin?: string | undefined;
  /** It can be opened for what is below it. */
  readonly hasRows: boolean;
}

/** A part of a collection: a range of a long one, those with one word in common, or a range of those. */
export interface GroupNode extends NodeBase {
  readonly node: 'group';
  readonly collection: true;
  /** What its rows have in common. */
  readonly by: 'state' | 'type' | 'older' | undefined;
  /** Their word for it; null for those without one, undefined where rows are not grouped. */
  readonly word: Text | null | undefined;
  /** Which of the rows it has, from 0; all of its word where it is no range. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
  /** How many rows it has in all. */
  readonly count: number;
  /** Open from the start. */
  readonly startsOpen: boolean;
}

/** A row that loads the next page of its collection, or all of them where only some rows are shown. */
export interface MoreNode extends NodeBase {
  readonly node: 'more';
  readonly collection: true;
  readonly isFiltered: boolean;
}

/** A row that stands where something could not be loaded. */
export interface ErrorNode extends NodeBase {
  readonly node: 'error';
  readonly collection: true;
  readonly error: unknown;
  /** Where to sign in is the way out: what to sign in to. */
  readonly signIn: ConnectionTarget | undefined;
}

/** A row that stands where the service has nothing of the kind: no version lists it, or none does any more. */
export interface UnavailableNode extends NodeBase {
  readonly node: 'unavailable';
  readonly collection: true;
  /** What the service answered; undefined where nothing was asked. */
  readonly error: unknown;
}

/** A row that stands where a collection has nothing, or nothing yet, or a connection nothing that a filter shows. */
export interface EmptyNode extends NodeBase {
  readonly node: 'empty' | 'loading';
  readonly collection: true;
  /** There are resources, but none that the filter shows. */
  readonly isFiltered: boolean;
}

/** The row that has the roots of what the service has given up; one of those roots lends it the ref. */
export interface OlderNode extends NodeBase {
  readonly node: 'older';
  readonly collection: true;
}

/** A row that has the roots of several kinds; the first of them lends it the ref. */
export interface SectionNode extends NodeBase {
  readonly node: 'section';
  readonly collection: true;
  readonly section: SectionId;
}

/** A row of the tree. Each is a ref too, so that commands take it as what they work on. */
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

/** MIME type of rows that are dragged out of the tree: the text that they become where text is. */
export const ROWS_TYPE = 'application/vnd.generativelanguage.rows';
