import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { JsonObject } from '../api/schema/row';
import { kindOperations, onlyChild } from '../catalog/kindOperations';
import type { CommandHandlers } from '../catalog/commands';
import { kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import type { Host } from '../platform/host';
import { showBriefly } from '../platform/statusBar';
import type { createContext } from './createContext';
import { focusedRow } from '../platform/treeRows';
import type { Store } from '../service/store';
import type { LazyTree } from './tree/lazyTree';
import { chosenRows, documentUri, isDocument, isMissing, showMissing } from './commands';
import type { TreeNode } from './tree/nodes';
import type { TreeCommand } from './commandNames';
import type { ResourceDocuments } from './documents/resourceDocuments';

interface TreeHandlerDeps {
  readonly host: Host;
  readonly tree: LazyTree;
  readonly view: vscode.TreeView<TreeNode>;
  readonly documents: ResourceDocuments;
  readonly store: Store;
  readonly context: () => Promise<ReturnType<typeof createContext>>;
}

export function treeHandlers(parts: TreeHandlerDeps): CommandHandlers<TreeCommand> {
  const { host, tree, view, documents, context } = parts;
  const listedOnly = async (target: ResourceRef) => {
    const isOther =
      kindOperations(target.kind).get !== undefined || kindRow(target.kind).isOpenedAsFile;
    if (isOther) return undefined;
    const resource = parts.store.find(target);
    return resource && (await import('./documents/documentText')).listedText(target, resource);
  };
  const openEntryFile = async (target: ResourceRef, preserveFocus: boolean): Promise<void> => {
    const { openFile } = await import('./environments/entryFileSystem');
    await openFile({ ...host, store: parts.store }, target, preserveFocus);
  };
  return {
    async loadAll(target) {
      if (target) await (await tree.load()).loadAll(collectionBelow(target));
    },
    filterResources: async () => await (await tree.load()).filter(host.prompts),
    clearFilter: async () => (await tree.load()).clearFilter(),
    sortResources: async () => await (await tree.load()).sort(host.prompts),
    showOlder: async () => await (await tree.load()).showOlder(),
    hideOlder: async () => await (await tree.load()).hideOlder(),
    clearSearch: async () => (await context()).searches.clear(),
    async refresh(target) {
      const { model } = await tree.load();
      // Refreshing an open document also updates the tree.
      const isFetched = target && isDocument(target) && (await documents.refresh(target));
      if (isFetched) model.refreshBelow(target);
      else await model.refresh(target);
      // Runs last, so that a failed document doesn't block the tree refresh.
      if (!target) await documents.refresh();
    },
    async open(clicked) {
      const target = clicked ?? (await focusedRow(view));
      const listed = target && !target.collection ? await listedOnly(target) : undefined;
      if (listed) {
        await host.documents.show(listed);
        return;
      }
      const resource = target && !target.collection && parts.store.find(target);
      if (target && resource && isOpenedAsFile(target, resource)) {
        await openEntryFile(target, clicked !== undefined);
        return;
      }
      if (!target || target.collection || !isDocument(target)) {
        // Enter selects, as in other trees.
        if (!clicked) await vscode.commands.executeCommand('list.select');
        return;
      }
      const uri = documentUri(target);
      if (await isMissing(uri)) {
        showMissing({ host, tree, store: parts.store }, target);
        return;
      }
      // After a click, the focus stays in the tree, so that keys don't edit the document.
      const options = { preview: true, preserveFocus: clicked !== undefined };
      await vscode.commands.executeCommand('vscode.open', uri, options);
    },
    openFile: async (clicked) => {
      const target = clicked ?? (await focusedRow(view));
      if (target) await openEntryFile(target, clicked !== undefined);
    },
    async copyName(clicked, selected) {
      const targets = await chosenRows(view, clicked, selected, true);
      const { nameInRequests } = await import('../catalog/resourceName');
      const names = targets.filter((row) => !row.collection).map(nameInRequests);
      if (names.length === 0) return;
      await vscode.env.clipboard.writeText(names.join('\n'));
      const [first = ''] = names;
      const what = names.length === 1 ? first : l10n.t('{0} names', names.length);
      showBriefly(l10n.t('Copied {0}', what));
    },
    async loadMore(target) {
      if (target) await (await tree.load()).model.loadMore(target);
    },
    async showError(target) {
      if (!target) return;
      const { model } = await tree.load();
      const failure = model.failureOf(target);
      const retry = { title: l10n.t('Retry'), run: () => model.refresh(target) };
      if (failure !== undefined) await host.report('resources', failure, retry);
    },
  };
}

function isOpenedAsFile({ kind }: ResourceRef, resource: JsonObject): boolean {
  const row = kindRow(kind);
  return row.isOpenedAsFile === true && row.isFolder?.(resource) === false;
}

function collectionBelow(target: ResourceRef): ResourceRef {
  return onlyChild(target) ?? target;
}
