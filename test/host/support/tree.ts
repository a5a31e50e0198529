import assert from 'node:assert/strict';
import type { TreeNode } from '../../../src/resources/nodes';
import { activated } from './extension';

/** The rows under the one root, once they are there: a row that says loading is waited for. */
export async function treeRows(): Promise<readonly TreeNode[]> {
  const { tree } = await activated();
  for (;;) {
    let change = (): void => undefined;
    const changed = new Promise<void>((resolve) => {
      change = resolve;
    });
    const subscription = tree.onDidChangeTreeData?.(() => change());
    try {
      const [root] = (await tree.getChildren()) ?? [];
      assert.ok(root, 'There is no root.');
      const rows = (await tree.getChildren(root)) ?? [];
      if (rows[0]?.node !== 'loading') return rows;
      await changed;
    } finally {
      subscription?.dispose();
    }
  }
}
