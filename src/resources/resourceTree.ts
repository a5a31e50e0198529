import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { contextKey } from '../catalog/ids';
import { kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import { toSignal } from '../platform/abort';
import type { Prompts } from '../platform/prompts';
import type { TreeNode } from './nodes';
import { completeItem, rowId, toTreeItem, translate } from './treeItem';
import { TreeModel, type TreeModelParts } from './treeModel';
import { registerBadges } from './view/badges';
import { BusyPoller } from './view/busyPoller';
import { HeldEvents } from './view/heldEvents';
import { OpenRows } from './view/openRows';
import { ViewControls } from './view/viewControls';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

export interface ResourceTreeParts extends Omit<TreeModelParts, 'translate'> {
  readonly view: vscode.TreeView<TreeNode>;
  /** Keeps how rows are sorted and grouped, and which are open. */
  readonly kept: vscode.Memento;
}

/** The tree as VS Code asks for it. */
export class ResourceTree implements vscode.TreeDataProvider<TreeNode>, Disposable {
  readonly model: TreeModel;
  readonly #disposables = new DisposableStore();
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #controls: ViewControls;
  readonly #poller: BusyPoller;
  readonly #open: OpenRows<TreeNode>;
  readonly onDidChangeTreeData;

  constructor(parts: ResourceTreeParts) {
    const { view, store, clock, onListFailed, kept } = parts;
    this.#view = view;
    const model = this.#disposables.add(new TreeModel({ ...parts, translate }));
    this.model = model;
    this.onDidChangeTreeData = this.#disposables.add(new HeldEvents(model.onDidChange, view)).event;
    this.#poller = this.#disposables.add(
      new BusyPoller({ model, store, clock, view, onFailed: onListFailed }),
    );
    this.#open = this.#disposables.add(new OpenRows(view, kept, rowId));
    const onFilter = (message: string | undefined): void => {
      view.message = message ?? '';
      const isFiltered = message !== undefined;
      void vscode.commands.executeCommand('setContext', contextKey('isFiltered'), isFiltered);
    };
    this.#controls = new ViewControls({ model, kept, l10n: vscode.l10n, onFilter });
    this.#disposables.add(registerBadges());
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const item = toTreeItem(node);
    const wasOpen = this.#open.wasOpen(node);
    // VS Code asks for this when it does not know the row yet.
    if (item.collapsibleState !== None && wasOpen !== undefined) {
      item.collapsibleState = wasOpen ? Expanded : Collapsed;
    }
    return item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const rows = await this.model.children(node);
    this.#poller.look();
    return [...rows];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.model.parent(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    return completeItem(item, node);
  }

  /** Asks for a text, and shows only what has it. */
  async filter(prompts: Prompts): Promise<void> {
    await this.#controls.filter(prompts);
  }

  clearFilter(): void {
    this.#controls.clearFilter();
  }

  /** Asks how rows are sorted and grouped. */
  async sort(prompts: Prompts): Promise<void> {
    await this.#controls.sort(prompts);
  }

  /** Loads all pages of a collection under a notification that says how many have come, and cancels. */
  async loadAll(collection: ResourceRef): Promise<void> {
    const nouns = translate(kindRow(collection.kind).nouns);
    const title = vscode.l10n.t('Loading all {0}', nouns);
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (progress, token) =>
        this.model.loadAll(collection, {
          signal: toSignal(token),
          onPage: (count) =>
            progress.report({ message: vscode.l10n.t('{0} so far', count.toLocaleString()) }),
        }),
    );
  }

  /** Shows and selects the row of a resource; nothing where its lists are not loaded. */
  async reveal(ref: ResourceRef): Promise<void> {
    const row = await this.model.locate(ref);
    if (row) await this.#view.reveal(row, { select: true, focus: false });
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
