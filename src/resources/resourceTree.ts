import type * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { DisposableStore } from '../base/disposable';
import type { TreeNode } from './nodes';
import { AppError } from '../base/errors';
import type { Prompts } from '../platform/prompts';
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

  /** Asks for a text, and shows only what has it. */
  filter(_prompts: Prompts): Promise<void> {
    return Promise.reject(new AppError('unfinished', 'This is not built yet.'));
  }

  clearFilter(): void {
    throw new AppError('unfinished', 'This is not built yet.');
  }

  /** Asks how rows are sorted and grouped. */
  sort(_prompts: Prompts): Promise<void> {
    return Promise.reject(new AppError('unfinished', 'This is not built yet.'));
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
