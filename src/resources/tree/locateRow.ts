import { matchesName } from '../../api/names';
import { listVersion, onlyChild } from '../../catalog/kindOperations';
import type { KindRow } from '../../catalog/kindRow';
import { childKinds, kindIds, kindRow } from '../../catalog/kinds';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import type { Store } from '../../service/store';
import type { TreeNode } from './nodes';

type Children = (parent: TreeNode | undefined) => Promise<readonly TreeNode[]>;

/** Finds a resource's row from the top down; undefined if a list isn't loaded. */
export async function locateRow(
  ref: ResourceRef,
  children: Children,
  store: Store,
  below?: TreeNode,
): Promise<TreeNode | undefined> {
  if (below && !isLoaded(below, store)) return undefined;
  for (const row of await children(below)) {
    const isIt = row.node === 'resource' && row.name === ref.name && row.version === ref.version;
    if (isIt) return row;
    const found = isAncestor(row, ref) ? await locateRow(ref, children, store, row) : undefined;
    if (found) return found;
  }
  return undefined;
}

function isLoaded(node: TreeNode, store: Store): boolean {
  if (node.node === 'collection') return store.peek(node) !== undefined;
  if (node.node !== 'resource') return true;
  const only = onlyChild(node);
  return only === undefined || store.peek(only) !== undefined;
}

function topKindOf({ name }: ResourceRef): KindRow | undefined {
  const [first] = name.split('/');
  return childKinds()
    .map(kindRow)
    .find(({ pattern }) => pattern.split('/')[0] === first);
}

function isAncestor(row: TreeNode, target: ResourceRef): boolean {
  const { node, kind, name } = row;
  if (node === 'older') return true;
  if (node === 'section') return topKindOf(target)?.section === row.section;
  if (node === 'resource') return target.name.startsWith(`${name}/`);
  const above = name === '' ? '' : `${name}/`;
  const step = above.split('/').length - 1;
  const isOfKind = kindRow(kind).pattern.split('/')[step] === target.name.split('/')[step];
  return isOfKind && target.name.startsWith(above);
}

/** Loads the first page of each list on the path. Errors appear as rows. */
export async function loadTo(ref: ResourceRef, store: Store): Promise<void> {
  const { connection } = ref;
  const steps = ref.name.split('/');
  for (let length = 2; length <= steps.length;) {
    const name = steps.slice(0, length).join('/');
    const kind = kindIds().find((id) => matchesName(kindRow(id).pattern, name));
    // Each folder adds a level.
    length += kind && kindRow(kind).isFolder ? 1 : 2;
    const version = kind && listVersion(kind, ref.version);
    if (!version) return;
    try {
      await store.list(collectionRef({ connection, version, kind, name }));
    } catch {
      return;
    }
  }
}
