import { localizedText } from '../../base/format';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { distinct, Emitter } from '../../base/event';
import { contextKey, type ContextKeys } from '../../catalog/ids';
import { kindRow } from '../../catalog/kinds';
import type { ReportedStatus } from '../../catalog/modelStatus';
import type { ResourceRef } from '../../catalog/ref';
import { steppedProgress } from '../../platform/progress';
import type { Prompts } from '../../platform/prompts';
import { revealRow } from '../../platform/revealRow';
import { showBriefly } from '../../platform/statusBar';
import { setViewMessage } from '../../platform/viewTexts';
import type { Calls } from '../../service/calls';
import type { ModelStatuses } from '../../service/modelStatuses';
import type { Store } from '../../service/store';
import type { RevealOptions } from '../context';
import { OpenRows, ViewControls } from './viewState';
import { AgingRows, BusyPoller } from './liveRows';
import { loadTo } from './locateRow';
import { ROWS_TYPE, type TreeNode } from './nodes';
import { OlderResources } from './olderResources';
import { completeItem, registerBadges, rowId, toTreeItem } from './treeItem';
import { TreeModel, type TreeModelDeps } from './treeModel';

/** Duration of a status bar message, in ms. */
const MOMENT = 6000;

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

interface ResourceTreeDeps extends Omit<TreeModelDeps, 'older'> {
  readonly view: vscode.TreeView<TreeNode>;
  readonly modelStatuses: Pick<ModelStatuses, 'of' | 'onDidChange'>;
  readonly kept: vscode.Memento;
  readonly calls: Calls;
}

export class ResourceTree implements vscode.TreeDataProvider<TreeNode>, Disposable {
  readonly model: TreeModel;
  readonly #disposables = new DisposableStore();
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #store: Store;
  readonly #statuses: ResourceTreeDeps['modelStatuses'];
  readonly #controls: ViewControls;
  readonly #poller: BusyPoller;
  readonly #clock: Clock;
  readonly #open: OpenRows<TreeNode>;
  readonly #tellOlder: () => void;
  readonly onDidChangeTreeData;

  constructor(parts: ResourceTreeDeps) {
    const { view, store, clock, onListFailed, kept, calls, modelStatuses } = parts;
    this.#view = view;
    this.#statuses = modelStatuses;
    this.#store = store;
    this.#clock = clock;
    const older = this.#disposables.add(new OlderResources({ store, calls, kept, clock }));
    const model = this.#disposables.add(new TreeModel({ ...parts, older }));
    this.model = model;
    const changed = this.#disposables.add(new Emitter<TreeNode | undefined>());
    this.onDidChangeTreeData = changed.event;
    const redraw = (row: TreeNode | undefined): void => changed.fire(row);
    this.#disposables.add(model.onDidChange(redraw));
    this.#disposables.add(
      modelStatuses.onDidChange(({ connection, name }) => {
        for (const row of model.rows()) {
          if (row.node !== 'resource' || row.name !== name || row.connection !== connection)
            continue;
          redraw(row);
        }
      }),
    );
    this.#poller = this.#disposables.add(
      new BusyPoller({ model, store, clock, view, onFailed: onListFailed }),
    );
    this.#open = this.#disposables.add(new OpenRows(view, kept, rowId));
    this.#disposables.add(new AgingRows({ model, clock, view, redraw }));
    const onFilter = (message: string | undefined): void => {
      setViewMessage(view, message);
      const isFiltered = message !== undefined;
      void vscode.commands.executeCommand('setContext', contextKey('isFiltered'), isFiltered);
    };
    this.#controls = new ViewControls({ model, kept, onFilter });
    this.#tellOlder = distinct(
      () => model.olderState,
      (state: ContextKeys['older']) =>
        void vscode.commands.executeCommand('setContext', contextKey('older'), state),
    );
    this.#disposables.add(registerBadges());
    this.#disposables.add(insertRows());
    this.#disposables.add(
      store.onDidChange(({ ref, gone }) => {
        const row = ref && gone && kindRow(ref.kind);
        if (!row) return;
        const text = l10n.t('“{0}” no longer exists on the server.', row.label(gone));
        const why = row.gone ? localizedText(row.gone.why) : '';
        showBriefly(`${text} ${why}`, MOMENT);
      }),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const item = toTreeItem(node, this.#clock.now(), this.#told(node));
    const wasOpen = this.#open.wasOpen(node);
    // VS Code requests this only for unknown rows.
    if (item.collapsibleState !== None && wasOpen !== undefined) {
      item.collapsibleState = wasOpen ? Expanded : Collapsed;
    }
    return item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const rows = await this.model.children(node);
    if (!node) this.#tellOlder();
    this.#poller.look();
    return [...rows];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.model.parent(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    return completeItem(item, node, this.#clock.now(), this.#told(node));
  }

  async filter(prompts: Prompts): Promise<void> {
    await this.#controls.filter(prompts);
  }

  clearFilter(): void {
    this.#controls.clearFilter();
  }

  async sort(prompts: Prompts): Promise<void> {
    await this.#controls.sort(prompts);
  }

  async loadAll(collection: ResourceRef): Promise<void> {
    const nouns = localizedText(kindRow(collection.kind).nouns);
    const title = l10n.t('Loading all {0}', nouns);
    await steppedProgress(title, (signal, tell) =>
      this.model.loadAll(collection, {
        signal,
        onPage: (count) => tell({ message: l10n.t('{0} so far', count.toLocaleString()) }),
      }),
    );
  }

  /**
   * Reveals, selects, and (by default) focuses a row, because keybindings apply to the focused row. No-op if
   * its list isn't available or has more pages.
   */
  async reveal(ref: ResourceRef, { preserveFocus = false }: RevealOptions = {}): Promise<void> {
    await loadTo(ref, this.#store);
    const row = await this.model.locate(ref);
    if (row) await revealRow(this.#view, row, { select: true, focus: !preserveFocus });
  }

  async showOlder(): Promise<void> {
    const row = await this.model.showOlder(true);
    if (row) await revealRow(this.#view, row, { select: true, focus: true, expand: true });
  }

  async hideOlder(): Promise<void> {
    await this.model.showOlder(false);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #told(node: TreeNode): ReportedStatus | undefined {
    return node.node === 'resource' ? this.#statuses.of(node) : undefined;
  }
}

function insertRows(): vscode.Disposable {
  const kind = vscode.DocumentDropOrPasteEditKind.Text.append('generativeLanguage');
  // A pattern takes precedence over VS Code's own provider, which would insert URIs.
  return vscode.languages.registerDocumentDropEditProvider(
    { pattern: '**' },
    {
      async provideDocumentDropEdits(_document, _position, transfer) {
        const text = await transfer.get(ROWS_TYPE)?.asString();
        if (text === undefined) return undefined;
        const title = l10n.t('Insert URI or Name');
        return new vscode.DocumentDropEdit(text, title, kind);
      },
    },
    { dropMimeTypes: [ROWS_TYPE], providedDropEditKinds: [kind] },
  );
}
