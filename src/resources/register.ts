import * as vscode from 'vscode';
import { lazy, lazyFunctions } from '../base/async';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter, type Event } from '../base/event';
import type { CommandHandlers, CommandName } from '../catalog/commands';
import {
  contextKey,
  type ContextKeys,
  FILES_SCHEME,
  RESOURCES_VIEW,
  SCHEMA_SCHEME,
} from '../catalog/ids';
import type { ResourceRef } from '../catalog/ref';
import type { Activity } from '../platform/activity';
import { type Host, registerLazyFiles } from '../platform/host';
import type { Uploads } from '../platform/localFiles';
import type { ReadTemplate } from '../platform/promptTemplate';
import { describeWithCauses } from '../platform/report';
import type { Sheets } from '../platform/sheet';
import { setViewDescription } from '../platform/viewTexts';

import type { NumberSettings } from '../service/numberSetting';
import { isKeyOnly } from '../service/connection';
import type { Services } from '../service/services';
import { type TreeCommand, treeCommands } from './commandNames';
import { ResourceDocuments } from './documents/resourceDocuments';
import type { ResourcesContext } from './context';
import { LazyTree } from './tree/lazyTree';
import { ROWS_TYPE, type TreeNode } from './tree/nodes';

export interface ResourcesRoom extends Disposable {
  readonly handlers: CommandHandlers<TreeCommand | 'createBatch'>;
  readonly run: (name: CommandName, args: readonly unknown[]) => Promise<boolean>;
  /** The view's data for tests, because VS Code can't return it. */
  readonly tree: vscode.TreeDataProvider<TreeNode>;
  readonly onDidShow: Event<void>;
  /** Sheets in the editor area, also for other modules. Loads the renderer. */
  readonly sheets: () => Promise<Sheets>;
}

export function registerResources(
  host: Host,
  services: Services,
  activity: Activity,
  settings: NumberSettings,
  others: { readonly uploads: Uploads; readonly readTemplate: ReadTemplate },
): ResourcesRoom {
  const disposables = new DisposableStore();
  const { connections, store, calls, modelStatuses } = services;
  const shown = disposables.add(new Emitter<void>());
  const tree = disposables.add(
    new LazyTree(async () => {
      shown.fire();
      const { ResourceTree } = await import('./tree/resourceTree');
      const onListFailed = ({ kind }: ResourceRef, error: unknown): void =>
        host.log.warn(`${kind}: couldn’t load the list: ${describeWithCauses(error)}`);
      const kept = host.context.workspaceState;
      return new ResourceTree({
        connections,
        store,
        clock: systemClock,
        onListFailed,
        view,
        kept,
        calls,
        modelStatuses,
      });
    }),
  );
  const documents = disposables.add(
    new ResourceDocuments({
      ...host,
      ...services,
      clock: systemClock,
      onCreated: (ref) => {
        const shown = async (): Promise<void> =>
          await (await tree.load()).reveal(ref, { preserveFocus: true });
        if (view.visible) shown().catch((error: unknown) => host.report('resources', error));
      },
    }),
  );
  const view: vscode.TreeView<TreeNode> = disposables.add(
    vscode.window.createTreeView<TreeNode>(RESOURCES_VIEW, {
      treeDataProvider: tree,
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: dragAndDrop(() => context()),
    }),
  );
  const context = lazy(async () =>
    (await import('./createContext')).createContext({
      host,
      services,
      activity,
      settings,
      ...others,
      tree,
      view,
      disposables,
    }),
  );
  const run: ResourcesRoom['run'] = async (name, args) => {
    const { runResourceCommand } = await import('./commands');
    return await runResourceCommand({ host, tree, store, view, context }, name, args);
  };
  documents.register();
  const changedEntries = disposables.add(new Emitter<vscode.FileChangeEvent[]>());
  const loadEntries = lazy(async () => {
    const { EntryFileSystem } = await import('./environments/entryFileSystem');
    const deps = { ...host, services, clock: systemClock };
    return disposables.add(new EntryFileSystem(deps, changedEntries));
  });
  disposables.add(registerLazyFiles(FILES_SCHEME, changedEntries.event, loadEntries));
  disposables.add(
    vscode.workspace.registerTextDocumentContentProvider(SCHEMA_SCHEME, schemaDocuments),
  );
  const showState = (): void => {
    const state: ContextKeys['state'] = connections.active ? 'connected' : 'unconfigured';
    void vscode.commands.executeCommand('setContext', contextKey('state'), state);
    const hasOnlyKey: ContextKeys['isKeyOnly'] =
      connections.active !== undefined && isKeyOnly(connections.active);
    void vscode.commands.executeCommand('setContext', contextKey('isKeyOnly'), hasOnlyKey);
    setViewDescription(view, connections.active?.name);
  };
  showState();
  disposables.add(connections.onDidChange(showState));

  return {
    handlers: {
      createBatch: async (file) => {
        const { createBatch } = await import('./batches/createBatch');
        await createBatch(await context(), file);
      },
      ...lazyFunctions(treeCommands, async () =>
        (await import('./treeHandlers')).treeHandlers({
          host,
          tree,
          view,
          documents,
          context,
          store,
        }),
      ),
    },
    run,
    tree,
    onDidShow: shown.event,
    sheets: async () => (await context()).sheets,
    dispose: () => disposables.dispose(),
  };
}

/** Dropped files run the target row's action. Dragged rows insert the reference that prompts use. */
function dragAndDrop(
  context: () => Promise<ResourcesContext>,
): vscode.TreeDragAndDropController<TreeNode> {
  const load = () => import('./tree/dragAndDrop');
  return {
    dropMimeTypes: ['text/uri-list', 'files'],
    dragMimeTypes: ['text/uri-list', ROWS_TYPE],
    handleDrag: async (rows, transfer) => (await load()).dragRows(rows, transfer),
    handleDrop: async (row, transfer) => (await load()).dropOn(row, transfer, await context()),
  };
}

const schemaDocuments: vscode.TextDocumentContentProvider = {
  provideTextDocumentContent: async (uri) =>
    (await import('./documents/documentText')).schemaText(uri),
};
