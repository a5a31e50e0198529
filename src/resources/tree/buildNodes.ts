import type { JsonObject } from '../../api/schema/row';
import { VERSIONS } from '../../api/versions';
import { AppError } from '../../base/errors';
import type { NodeType, Verb } from '../../catalog/commandTable';
import {
  childCollections,
  collectionVerbs,
  contextWords,
  creatingVerb,
  onlyChild,
  resourceVerbs,
  topCollection,
} from '../../catalog/kindOperations';
import type { Badge, SectionId } from '../../catalog/kindRow';
import { childKinds, kindRow } from '../../catalog/kinds';
import { parseRef } from '../../catalog/documents';
import { refKey, type ResourceRef } from '../../catalog/ref';
import { isSignInReason } from '../../catalog/errorHelp';
import type { AuthKind, Connection } from '../../service/connection';
import { resourceName } from '../../catalog/resourceName';
import { text, type Text } from '../../catalog/text';
import type { ListQuery, Store } from '../../service/store';
import { idOfTwin } from '../resourceTexts';
import type {
  CollectionNode,
  EmptyNode,
  ErrorNode,
  GroupNode,
  MoreNode,
  OlderNode,
  ResourceNode,
  SectionNode,
  UnavailableNode,
} from './nodes';

// ID prefixes. Resource keys start with a letter or digit, so prefixed IDs are unique.
const MARKS: { readonly [N in NodeType]: string } = {
  collection: '',
  resource: '',
  more: '+',
  error: '!',
  empty: '-',
  loading: '~',
  group: '#',
  unavailable: '?',
  section: '§',
  older: '<',
};

function node<N extends NodeType>(type: N, ref: ResourceRef, can: readonly Verb[]) {
  const id = `${MARKS[type]}${refKey(ref)}`;
  return { ...ref, node: type, id, words: contextWords(type, ref.kind, can) };
}

export function collectionNode(ref: ResourceRef, store: Store): CollectionNode {
  const can = collectionVerbs(ref.kind, ref.version);
  const list = store.peek(ref);
  const isWhole = list?.nextPageToken === undefined;
  const summary = list && kindRow(ref.kind).summary?.(list.items, isWhole);
  const part = partOf(ref, store.listFilter(ref));
  const work = store.workOn(ref);
  return { ...node('collection', ref, can), collection: true, work, summary, part };
}

function partOf({ kind }: ResourceRef, query: ListQuery | undefined): Text | undefined {
  if (!query) return undefined;
  const known = kindRow(kind).listFilters?.find(({ filter }) => filter === query.filter)?.short;
  return known ?? text('{0}', Object.values(query).flat().join(', '));
}

/** Returns the root rows of a connection. Kinds without a top-level list get a note. */
export function rootNodes(
  connection: Connection,
  store: Store,
): readonly (CollectionNode | UnavailableNode)[] {
  return childKinds().map((kind) => {
    const listed = topCollection(kind, connection);
    if (listed) return collectionNode(listed, store);
    const version = connection.apiVersion ?? VERSIONS[0];
    const root = { connection: connection.id, version, kind, name: '', collection: true } as const;
    return unavailableNode(root, undefined);
  });
}

export function resourceNode(
  collection: ResourceRef,
  resource: JsonObject,
  store: Store,
): ResourceNode {
  const { connection, version, kind } = collection;
  const ref: ResourceRef = { connection, version, kind, name: resourceName(collection, resource) };
  // Resources with invalid names can't be fetched.
  const isKnown = parseRef(ref) !== undefined;
  const can = isKnown ? verbsOf(ref, resource) : [];
  return {
    ...node('resource', ref, can),
    resource,
    can,
    work: store.workOn(ref),
    badge: badgeOf(ref, resource, store),
    twin: idOfTwin(resource, kind, store.peek(collection)?.items ?? []),
    hasRows: isKnown && canHold(ref, resource) && childCollections(ref).length > 0,
  };
}

/** In a folder hierarchy, only folders can have children. */
function canHold({ kind }: ResourceRef, resource: JsonObject): boolean {
  return kindRow(kind).isFolder?.(resource) ?? true;
}

// If a collection has no row, its parent has its verbs.
function verbsOf(ref: ResourceRef, resource: JsonObject): readonly Verb[] {
  const own = resourceVerbs(ref.kind, ref.version, resource);
  const below = onlyChild(ref);
  const more = below ? collectionVerbs(below.kind, below.version) : [];
  return [...new Set([...own, ...more.filter((verb) => verb === 'create' || verb === 'loadAll')])];
}

export function groupNode(
  collection: ResourceRef,
  part: Pick<GroupNode, 'by' | 'word' | 'range' | 'count' | 'startsOpen'>,
): GroupNode {
  const group = node('group', collection, []);
  const word = part.word === undefined ? '' : (part.word?.message ?? '?');
  const id = `#${word}:${part.range?.from ?? ''}${group.id}`;
  return { ...group, id, collection: true, ...part };
}

export function olderNode({ connection, version, kind, name }: ResourceRef): OlderNode {
  const row = node('older', { connection, version, kind, name, collection: true }, []);
  return { ...row, id: `${MARKS.older}${connection}`, collection: true };
}

export function sectionNode(section: SectionId, first: ResourceRef): SectionNode {
  const { connection, version, kind, name } = first;
  const row = node('section', { connection, version, kind, name, collection: true }, []);
  return { ...row, id: `${MARKS.section}${connection}/${section}`, collection: true, section };
}

export function olderGroupNode(collection: ResourceRef, count: number): GroupNode | undefined {
  const { older } = kindRow(collection.kind);
  if (count === 0 || older === undefined || older === true) return undefined;
  const part = { by: 'older', word: older.title, range: undefined, count } as const;
  return groupNode(collection, { ...part, startsOpen: false });
}

export function testsNode(collection: ResourceRef, count: number): GroupNode | undefined {
  const { tests } = kindRow(collection.kind);
  if (count === 0 || !tests) return undefined;
  const part = { by: 'tests', word: tests.title, range: undefined, count } as const;
  return groupNode(collection, { ...part, startsOpen: false });
}

export function emptyNode(collection: ResourceRef): EmptyNode {
  const creates = creatingVerb(collection.kind, collection.version);
  const can: readonly Verb[] = creates ? ['refresh', creates] : ['refresh'];
  return { ...node('empty', collection, can), collection: true, isFiltered: false, creates };
}

export function noMatchNode(collection: ResourceRef): EmptyNode {
  return { ...node('empty', collection, ['refresh']), collection: true, isFiltered: true };
}

/** Row for a connection in which nothing matches the filter. Uses a root's reference. */
export function nothingNode(root: ResourceRef): EmptyNode {
  const { connection, version, kind, name } = root;
  const row = node('empty', { connection, version, kind, name, collection: true }, []);
  return { ...row, id: `${MARKS.empty}${connection}`, collection: true, isFiltered: true };
}

export function moreNode(collection: ResourceRef, isFiltered: boolean): MoreNode {
  const can = ['loadMore', 'loadAll'] as const;
  return { ...node('more', collection, can), collection: true, isFiltered };
}

export function loadingNode(collection: ResourceRef): EmptyNode {
  return { ...node('loading', collection, ['refresh']), collection: true, isFiltered: false };
}

export function unavailableNode(collection: ResourceRef, error: unknown): UnavailableNode {
  const can = error === undefined ? [] : (['showError', 'refresh'] as const);
  return { ...node('unavailable', collection, can), collection: true, error };
}

/**
 * Returns an error row. Refresh retries, or loads more if a next page failed.
 * @param auth the connection's authentication method
 */
export function errorNode(
  collection: ResourceRef,
  error: unknown,
  auth: AuthKind | undefined,
): ErrorNode {
  const can = ['showError', 'refresh'] as const;
  const isSignIn = error instanceof AppError && isSignInReason(error.reason, auth);
  return {
    ...node('error', collection, can),
    collection: true,
    error,
    // The error contains the required access.
    signIn: isSignIn ? (error.subject ?? { connection: collection.connection }) : undefined,
  };
}

/** Returns a resource's badge: its own, or one from loaded children, such as public access. */
export function badgeOf(ref: ResourceRef, resource: JsonObject, store: Store): Badge | undefined {
  const own = kindRow(ref.kind).badge?.(resource);
  if (own) return own;
  for (const collection of childCollections(ref)) {
    const row = kindRow(collection.kind);
    if (!row.badge) continue;
    for (const item of store.peek(collection)?.items ?? []) {
      const found = row.badge(item);
      if (found) return found;
    }
  }
  return undefined;
}
