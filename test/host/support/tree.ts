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

/** The rows under a root, once they are there: a row that says loading is waited for. */
export async function rowsOf(kind: KindId): Promise<readonly TreeNode[]> {
  const { tree } = await activated();
  for (;;) {
    let change = (): void => undefined;
    const changed = new Promise<void>((resolve) => {
      change = resolve;
    });
    const subscription = tree.onDidChangeTreeData?.(() => change());
    try {
      const rows = (await tree.getChildren(await rootOf(kind))) ?? [];
      if (rows[0]?.node !== 'loading') return rows;
      await changed;
    } finally {
      subscription?.dispose();
    }
  }
}

/** The rows under the models. */
export async function treeRows(): Promise<readonly TreeNode[]> {
  return await rowsOf('model');
}
