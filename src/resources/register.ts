import * as vscode from 'vscode';
import { lazy } from '../base/async';
import { systemClock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import {
  contextKey,
  DOCUMENT_SCHEME,
  RESOURCES_VIEW,
  SCHEMA_SCHEME,
  type CommandHandlers,
  type ContextKeys,
} from '../catalog/ids';
import type { ResourceRef } from '../catalog/ref';
import type { Activity } from '../platform/activity';
import type { Host } from '../platform/host';
import { labelText } from '../platform/plainText';
import { describeWithCauses } from '../platform/report';
import type { NumberSettings } from '../service/numberSetting';
import type { Services } from '../service/services';
import { flowCommands, KEYED, type FlowCommand } from './flowCommands';
import { chosenRows } from './chosenRows';
import { focusedRow } from './focusedRow';
import { LazyTree } from './lazyTree';
import type { TreeNode } from './nodes';
import { ResourceDocuments } from './resourceDocuments';
import { schemaDocuments } from './schemaDocuments';

type ResourceCommand =
  | FlowCommand
  | 'refresh'
  | 'open'
  | 'copyName'
  | 'loadMore'
  | 'loadAll'
  | 'showError'
  | 'filterResources'
  | 'clearFilter'
  | 'sortResources'
  | 'clearSearch';

export interface ResourcesRoom extends Disposable {
  readonly handlers: CommandHandlers<ResourceCommand>;
  /** What the view shows; VS Code lets nobody read that back, so tests ask here. */
  readonly tree: vscode.TreeDataProvider<TreeNode>;
}

/** The view of resources, their documents, and the verbs that work on any of them. */
export function registerResources(
  host: Host,
  services: Services,
  activity: Activity,
  settings: NumberSettings,
): ResourcesRoom {
  const disposables = new DisposableStore();
  const { connections, store } = services;
  const tree = disposables.add(
    new LazyTree(async () => {
      const { ResourceTree } = await import('./resourceTree');
      const onListFailed = ({ kind }: ResourceRef, error: unknown): void =>
        host.log.warn(`${kind}: could not be listed: ${describeWithCauses(error)}`);
      const kept = host.context.workspaceState;
      return new ResourceTree({ connections, store, clock: systemClock, onListFailed, view, kept });
    }),
  );
  const documents = disposables.add(
    new ResourceDocuments({ ...host, ...services, clock: systemClock }),
  );
  const view: vscode.TreeView<TreeNode> = disposables.add(
    vscode.window.createTreeView<TreeNode>(RESOURCES_VIEW, {
      treeDataProvider: tree,
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: dragAndDrop(host),
    }),
  );
  const room = lazy(async () =>
    (await import('./createRoom')).createRoom({
      host,
      services,
      activity,
      settings,
      tree,
      view,
      disposables,
    }),
  );
  const flow =
    (name: FlowCommand) =>
    async (clicked?: ResourceRef, selected?: readonly ResourceRef[]): Promise<void> => {
      const chosen = await chosenRows(view, clicked, selected, KEYED.includes(name));
      // On a resource, something new is for the collection that has no row of its own.
      const targets = name === 'create' ? await Promise.all(chosen.map(collectionBelow)) : chosen;
      const { flows } = await import('./flows');
      const run = await flows[name]();
      await run(await room(), targets);
    };
  const flowHandlers = Object.fromEntries(
    flowCommands.map((name) => [name, flow(name)]),
  ) as CommandHandlers<FlowCommand>;
  documents.register();
  disposables.add(
    vscode.workspace.registerTextDocumentContentProvider(SCHEMA_SCHEME, schemaDocuments),
  );
  const showState = (): void => {
    const state: ContextKeys['state'] = connections.active ? 'connected' : 'unconfigured';
    void vscode.commands.executeCommand('setContext', contextKey('state'), state);
  };
  showState();
  disposables.add(connections.onDidChange(showState));

  return {
    handlers: {
      ...flowHandlers,
      async loadAll(target) {
        if (target) await (await tree.load()).loadAll(await collectionBelow(target));
      },
      filterResources: async () => await (await tree.load()).filter(host.prompts),
      clearFilter: async () => (await tree.load()).clearFilter(),
      sortResources: async () => await (await tree.load()).sort(host.prompts),
      clearSearch: async () => (await room()).searches.clear(),
      async refresh(target) {
        const { model } = await tree.load();
        // An open document fetches its resource, and what it fetched is in the tree too.
        const isFetched = target && !target.collection && (await documents.refresh(target));
        if (isFetched) model.refreshBelow(target);
        else await model.refresh(target);
        // Last, so that a document which can't be fetched does not keep the tree from it.
        if (!target) await documents.refresh();
      },
      async open(clicked) {
        const target = clicked ?? (await focusedRow(view));
        if (!target || target.collection || !(await isDocument(target))) {
          // The key does what it does in every other tree.
          if (!clicked) await vscode.commands.executeCommand('list.select');
          return;
        }
        const { documentPath } = await import('../catalog/documents');
        const uri = vscode.Uri.from({ scheme: DOCUMENT_SCHEME, path: documentPath(target) });
        // A click leaves the focus in the tree: the next key is for the row, and changes no document.
        const options = { preview: true, preserveFocus: clicked !== undefined };
        await vscode.commands.executeCommand('vscode.open', uri, options);
      },
      async copyName(clicked, selected) {
        const targets = await chosenRows(view, clicked, selected, true);
        const names = targets.filter((row) => !row.collection).map(({ name }) => name);
        if (names.length === 0) return;
        await vscode.env.clipboard.writeText(names.join('\n'));
        const [first = ''] = names;
        const what =
          names.length === 1 ? labelText(first) : vscode.l10n.t('{0} names', names.length);
        vscode.window.setStatusBarMessage(vscode.l10n.t('Copied {0}', what), 3000);
      },
      async loadMore(target) {
        if (target) await (await tree.load()).model.loadMore(target);
      },
      async showError(target) {
        const failure = target && (await tree.load()).model.failureOf(target);
        if (failure !== undefined) await host.report('resources', failure);
      },
    },
    tree,
    dispose: () => disposables.dispose(),
  };
}

/** Files dropped on the tree are uploaded, and rows dragged out of it are what prompts name them by. */
function dragAndDrop({ report }: Host): vscode.TreeDragAndDropController<TreeNode> {
  const load = () => import('./view/dragAndDrop');
  return {
    dropMimeTypes: ['text/uri-list', 'files'],
    dragMimeTypes: ['text/uri-list', 'text/plain'],
    handleDrag: async (rows, transfer) => (await load()).dragRows(rows, transfer),
    // What it throws, VS Code would only log.
    handleDrop: async (_row, transfer) =>
      (await load()).dropFiles(transfer).catch((error: unknown) => report('resources', error)),
  };
}

async function collectionBelow(target: ResourceRef): Promise<ResourceRef> {
  const { onlyChild } = await import('../catalog/childCollections');
  return onlyChild(target) ?? target;
}

async function isDocument({ kind, version }: ResourceRef): Promise<boolean> {
  return (await import('../catalog/kindOperations')).canDo(kind, 'get', version);
}
