import * as vscode from 'vscode';
import { lazy } from '../base/async';
import { systemClock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { lazyFunctions } from '../base/lazyFunctions';
import {
  contextKey,
  RESOURCES_VIEW,
  SCHEMA_SCHEME,
  type CommandHandlers,
  type ContextKeys,
} from '../catalog/ids';
import type { ResourceRef } from '../catalog/ref';
import type { Activity } from '../platform/activity';
import type { Host } from '../platform/host';
import { describeWithCauses } from '../platform/report';
import type { NumberSettings } from '../service/numberSetting';
import type { Services } from '../service/services';
import { flowCommands, KEYED, type FlowCommand } from './flowCommands';
import { chosenRows } from './chosenRows';
import { LazyTree } from './lazyTree';
import type { TreeNode } from './nodes';
import { ResourceDocuments } from './resourceDocuments';
import { schemaDocuments } from './schemaDocuments';
import { ROWS_TYPE } from './view/rowsType';

const treeCommands = [
  'refresh',
  'open',
  'copyName',
  'loadMore',
  'loadAll',
  'showError',
  'filterResources',
  'clearFilter',
  'sortResources',
  'clearSearch',
] as const;

export type TreeCommand = (typeof treeCommands)[number];
type ResourceCommand = FlowCommand | TreeCommand;

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
      ...lazyFunctions(treeCommands, async () =>
        (await import('./treeHandlers')).treeHandlers({ host, tree, view, documents, room }),
      ),
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
    dragMimeTypes: ['text/uri-list', ROWS_TYPE],
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
