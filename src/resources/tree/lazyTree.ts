import type * as vscode from 'vscode';
import { lazy } from '../../base/async';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/event';
import type { ResourceTree } from './resourceTree';
import type { TreeNode } from './nodes';

/** Placeholder that loads the tree's code and tables when the view is first shown. */
export class LazyTree implements vscode.TreeDataProvider<TreeNode>, Disposable {
  readonly load: () => Promise<ResourceTree>;
  readonly #disposables = new DisposableStore();
  readonly #changed = new Emitter<TreeNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(load: () => Promise<ResourceTree>) {
    this.#disposables.add(this.#changed);
    this.load = lazy(async () => {
      const tree = this.#disposables.add(await load());
      this.#disposables.add(tree.onDidChangeTreeData((node) => this.#changed.fire(node)));
      return tree;
    });
  }

  async getTreeItem(node: TreeNode): Promise<vscode.TreeItem> {
    return (await this.load()).getTreeItem(node);
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return await (await this.load()).getChildren(node);
  }

  async getParent(node: TreeNode): Promise<TreeNode | undefined> {
    return (await this.load()).getParent(node);
  }

  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    return (await this.load()).resolveTreeItem(item, node);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
