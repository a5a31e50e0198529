import type { JsonObject } from '../api/schema/row';
import { VERSIONS } from '../api/versions';
import { AppError } from '../base/errors';
import {
  collectionVerbs,
  contextWords,
  resourceVerbs,
  type NodeType,
  type Verb,
} from '../catalog/actions';
import type { ConnectionTarget } from '../catalog/connectionTarget';
import { listVersion } from '../catalog/kindOperations';
import { kindIds, kindRow } from '../catalog/kinds';
import { parseRef } from '../catalog/parseRef';
import { refKey, type ResourceRef } from '../catalog/ref';
import { isSignInReason } from '../catalog/signInReasons';
import type { AuthKind, Connection } from '../service/connection';
import { nameOf } from '../service/loadedList';
import type { LoadedList } from '../service/store';

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
}

export interface ResourceNode extends NodeBase {
  readonly node: 'resource';
  readonly resource: JsonObject;
  readonly can: readonly Verb[];
}

/** A row that loads the next page of its collection. */
export interface MoreNode extends NodeBase {
  readonly node: 'more';
  readonly collection: true;
}

/** A row that stands where something could not be loaded. */
export interface ErrorNode extends NodeBase {
  readonly node: 'error';
  readonly collection: true;
  readonly error: unknown;
  /** Where to sign in is the way out: what to sign in to. */
  readonly signIn?: ConnectionTarget;
}

/** A row that stands where a collection has nothing, or nothing yet. */
export interface EmptyNode extends NodeBase {
  readonly node: 'empty' | 'loading';
  readonly collection: true;
}

/** A row of the tree. Each is a ref too, so that commands take it as what they work on. */
export type TreeNode = CollectionNode | ResourceNode | MoreNode | ErrorNode | EmptyNode;

// In front of a ref's key, which begins with a letter or digit: no two rows have the same id.
const MARKS: { readonly [N in NodeType]: string } = {
  collection: '',
  resource: '',
  more: '+',
  error: '!',
  empty: '-',
  loading: '~',
  group: '#',
  unavailable: '?',
};

function node<N extends NodeType>(type: N, ref: ResourceRef, can: readonly Verb[]) {
  const id = `${MARKS[type]}${refKey(ref)}`;
  return { ...ref, node: type, id, words: contextWords(type, ref.kind, can) };
}

function collectionNode(ref: ResourceRef): CollectionNode {
  const can = collectionVerbs(ref.kind, ref.version);
  return { ...node('collection', ref, can), collection: true };
}

/** The roots of a connection: the kinds that some version lists at the top. */
export function rootNodes(connection: Connection): readonly CollectionNode[] {
  return kindIds().flatMap((kind) => {
    const version = listVersion(kind, connection.apiVersion ?? VERSIONS[0]);
    const isTop = kindRow(kind).pattern.split('/').length === 2;
    if (version === undefined || !isTop) return [];
    const ref: ResourceRef = {
      connection: connection.id,
      version,
      kind,
      name: '',
      collection: true,
    };
    return [collectionNode(ref)];
  });
}

/** The rows of what is loaded of a collection, in the server's order, and one to load more, or that says it is empty. */
export function childNodes(collection: ResourceRef, list: LoadedList): readonly TreeNode[] {
  const { connection, version, kind } = collection;
  const rows = list.items.map((resource): ResourceNode => {
    const ref: ResourceRef = { connection, version, kind, name: nameOf(resource) };
    // Nothing can be asked about what a stranger calls by another name than the service would.
    const can = parseRef(ref) ? resourceVerbs(kind, version, resource) : [];
    return { ...node('resource', ref, can), resource, can };
  });
  if (list.nextPageToken !== undefined) return [...rows, moreNode(collection)];
  return rows.length > 0 ? rows : [emptyNode(collection)];
}

function emptyNode(collection: ResourceRef): EmptyNode {
  return { ...node('empty', collection, ['refresh']), collection: true };
}

function moreNode(collection: ResourceRef): MoreNode {
  return { ...node('more', collection, ['loadMore']), collection: true };
}

/** A row for what was asked for and has not come yet. */
export function loadingNode(collection: ResourceRef): EmptyNode {
  return { ...node('loading', collection, ['refresh']), collection: true };
}

/**
 * A row for what failed; its refresh tries again, which for a next page is to load more.
 * @param auth how the connection signs its requests.
 */
export function errorNode(
  collection: ResourceRef,
  error: unknown,
  auth: AuthKind | undefined,
): ErrorNode {
  const can = ['showError', 'refresh'] as const;
  const failed = { ...node('error', collection, can), collection: true, error } as const;
  if (!(error instanceof AppError) || !isSignInReason(error.reason, auth)) return failed;
  // The error knows which access the operation needs.
  return { ...failed, signIn: error.subject ?? { connection: collection.connection } };
}
