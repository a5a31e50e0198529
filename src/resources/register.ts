import * as vscode from 'vscode';
import { lazy, lazyFunctions } from '../base/async';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { CommandHandlers } from '../catalog/commands';
import { contextKey, type ContextKeys, RESOURCES_VIEW, SCHEMA_SCHEME } from '../catalog/ids';
import type { ResourceRef } from '../catalog/ref';
import type { Activity } from '../platform/activity';
import type { Host } from '../platform/host';
import { describeWithCauses } from '../platform/report';
import { setViewDescription } from '../platform/treeRows';
import type { Sheets } from '../platform/sheet';
import type { NumberSettings } from '../service/numberSetting';
import type { Services } from '../service/services';
import { type FlowCommand, flowCommands, KEYED } from './flowCommands';
import { chosenRows } from './chosenRows';
import { LazyTree } from './tree/lazyTree';
import { ROWS_TYPE, type TreeNode } from './tree/nodes';
import { ResourceDocuments } from './documents/resourceDocuments';
import { schemaDocuments } from './schemaDocuments';
import type { Room } from './room';
import type { DropParts } from './tree/dragAndDrop';

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
  /** Pages of the editor area, for other rooms too; loads what draws them. */
  readonly sheets: () => Promise<Sheets>;
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
      const { ResourceTree } = await import('./tree/resourceTree');
      const onListFailed = ({ kind }: ResourceRef, error: unknown): void =>
        host.log.warn(`${kind}: could not be listed: ${describeWithCauses(error)}`);
      const kept = host.context.workspaceState;
      return new ResourceTree({ connections, store, clock: systemClock, onListFailed, view, kept });
    }),
  );
  const documents = disposables.add(
    new ResourceDocuments({
      ...{ ...host, ...services, clock: systemClock },
      onCreated: (ref) => {
        const shown = async (): Promise<void> =>
          await (await tree.load()).reveal(ref, { preserveFocus: true });
        // Nobody who has closed the view wants it back for that.
        if (view.visible) shown().catch((error: unknown) => host.report('resources', error));
      },
    }),
  );
  const view: vscode.TreeView<TreeNode> = disposables.add(
    vscode.window.createTreeView<TreeNode>(RESOURCES_VIEW, {
      treeDataProvider: tree,
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: dragAndDrop(host, () => room()),
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
    setViewDescription(view, connections.active?.name);
  };
  showState();
  disposables.add(connections.onDidChange(showState));

  return {
    handlers: {
      ...flowHandlers,
      ...lazyFunctions(treeCommands, async () =>
        (await import('./treeHandlers')).treeHandlers({ host, tree, view, documents, room, store }),
      ),
    },
    tree,
    sheets: async () => (await room()).sheets,
    dispose: () => disposables.dispose(),
  };
}

/** Files mean what the row under them takes, and rows dragged out of the tree are what prompts name them by. */
function dragAndDrop(
  { prompts, report }: Host,
  room: () => Promise<Room>,
): vscode.TreeDragAndDropController<TreeNode> {
  const load = () => import('./tree/dragAndDrop');
  return {
    dropMimeTypes: ['text/uri-list', 'files'],
    dragMimeTypes: ['text/uri-list', ROWS_TYPE],
    handleDrag: async (rows, transfer) => (await load()).dragRows(rows, transfer),
    handleDrop: async (row, transfer) => {
      const importFrom: DropParts['importFrom'] = async (document, file) => {
        const { importDropped } = await import('./chunks/importChunks');
        await importDropped(await room(), document, file);
      };
      const { dropFiles } = await load();
      // What it throws, VS Code would only log.
      await dropFiles(row, transfer, { prompts, importFrom }).catch((error: unknown) =>
        report('resources', error),
      );
    },
  };
}

async function collectionBelow(target: ResourceRef): Promise<ResourceRef> {
  const { onlyChild } = await import('../catalog/kindOperations');
  return onlyChild(target) ?? target;
}
