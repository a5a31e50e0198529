import assert from 'node:assert/strict';
import type { KindId } from '../../../src/catalog/kinds';
import type { CollectionNode, TreeNode } from '../../../src/resources/nodes';
import { activated } from './extension';

/** The root of a kind. */
export async function rootOf(kind: KindId): Promise<CollectionNode> {
  const { tree } = await activated();
  const roots = (await tree.getChildren()) ?? [];
  const root = roots.find((row) => row.kind === kind);
  assert.equal(root?.node, 'collection', `There is no root of ${kind}.`);
  return root;
}

/** The rows under a root, once they are there: what a row says is loading is waited for. */
export async function rowsOf(kind: KindId): Promise<readonly TreeNode[]> {
  const { tree, services } = await activated();
  for (;;) {
    const root = await rootOf(kind);
    const rows = (await tree.getChildren(root)) ?? [];
    if (rows[0]?.node !== 'loading') return rows;
    // The same request. Of a hidden view nobody is told; a failure has a row of its own.
    await services.store.list(root).catch(() => undefined);
  }
}

/** The rows under the models. */
export async function treeRows(): Promise<readonly TreeNode[]> {
  return await rowsOf('model');
}
