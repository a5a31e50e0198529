import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RESOURCES_VIEW } from '../../../src/catalog/ids';
import type { KindId } from '../../../src/catalog/kinds';
import type { CollectionNode, TreeNode } from '../../../src/resources/tree/nodes';
import { activated } from './extension';

/** Folds the rows and shows another view in place of theirs: they would be listed anew beneath the next tests. */
export async function hideTree(): Promise<void> {
  const fold = `workbench.actions.treeView.${RESOURCES_VIEW}.collapseAll`;
  // VS Code has it from the first time on that the view is shown.
  if (!(await vscode.commands.getCommands(true)).includes(fold)) return;
  await vscode.commands.executeCommand(fold);
  await vscode.commands.executeCommand('workbench.view.explorer');
}

/** The root of a kind, wherever it stands. */
export async function rootOf(kind: KindId): Promise<CollectionNode> {
  const { tree } = await activated();
  const top = (await tree.getChildren()) ?? [];
  const isHolder = ({ node }: TreeNode): boolean => node === 'older' || node === 'section';
  const behind = await Promise.all(
    top.filter(isHolder).map(async (row) => (await tree.getChildren(row)) ?? []),
  );
  const root = [...top, ...behind.flat()].find((row) => !isHolder(row) && row.kind === kind);
  assert.equal(root?.node, 'collection', `There is no root of ${kind}.`);
  return root;
}

/** Rows that stand for a list that is still fetched: one that says so, or those from before. */
const STAND_INS: readonly (TreeNode['node'] | undefined)[] = ['loading', 'resource', 'group'];

/** The rows under a root, once they are there: what is still loading is waited for. */
export async function rowsOf(kind: KindId): Promise<readonly TreeNode[]> {
  const { tree, services } = await activated();
  for (;;) {
    const root = await rootOf(kind);
    const rows = (await tree.getChildren(root)) ?? [];
    if (services.store.peek(root) || !STAND_INS.includes(rows[0]?.node)) return rows;
    // The same request. Of a hidden view nobody is told; a failure has a row of its own.
    await services.store.list(root).catch(() => undefined);
  }
}

/** The rows below one, once they are there. */
export async function rowsBelow(row: TreeNode | undefined): Promise<readonly TreeNode[]> {
  const { tree, services } = await activated();
  for (;;) {
    const { promise: isChanged, resolve } = Promise.withResolvers<undefined>();
    const listening = services.store.onDidChange(() => resolve(undefined));
    try {
      const rows = (await tree.getChildren(row)) ?? [];
      if (rows[0]?.node !== 'loading') return rows;
      await isChanged;
    } finally {
      listening.dispose();
    }
  }
}

/** The rows under the models. */
export async function treeRows(): Promise<readonly TreeNode[]> {
  return await rowsOf('model');
}
