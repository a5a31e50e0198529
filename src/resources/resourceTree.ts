import type * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { DisposableStore } from '../base/disposable';
import type { TreeNode } from './nodes';
import { toTreeItem, tooltipOf } from './treeItem';
import { TreeModel, type TreeModelParts } from './treeModel';

/** The tree as VS Code asks for it. */
export class ResourceTree implements vscode.TreeDataProvider<TreeNode>, Disposable {
  readonly model: TreeModel;
  readonly #disposables = new DisposableStore();
  readonly onDidChangeTreeData;

  constructor(parts: TreeModelParts) {
    this.model = this.#disposables.add(new TreeModel(parts));
    this.onDidChangeTreeData = this.model.onDidChange;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return toTreeItem(node);
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return [...(await this.model.children(node))];
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    const tooltip = tooltipOf(node);
    if (tooltip !== undefined) item.tooltip = tooltip;
    return item;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
