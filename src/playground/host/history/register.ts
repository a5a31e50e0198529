import * as vscode from 'vscode';
import { lazy } from '../../../base/async';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/event';
import { CONVERSATIONS_VIEW } from '../../../catalog/ids';
import type { Panels } from '../panels';
import type { PlaygroundHost } from '../register';
import type { HistoryParts, LoadedHistory } from './createHistory';
import type { HistoryNode } from './historyNode';

/** The view of the conversations, as the commands on it need it. */
export interface History extends Disposable {
  /** All of it; loads with the first call. */
  load(): Promise<LoadedHistory>;
  /** A conversation was written, opened or closed in this window. */
  readonly changed: (conversation: string) => void;
}

/** The view of the conversations on this machine. What fills it loads when it is first seen. */
export function registerHistory(host: PlaygroundHost, panels: () => Panels | undefined): History {
  const disposables = new DisposableStore();
  const changed = disposables.add(new Emitter<HistoryNode[] | undefined>());
  let loaded: LoadedHistory | undefined;
  const load: () => Promise<LoadedHistory> = lazy(async () => {
    const { createHistory } = await import('./createHistory');
    const draw: HistoryParts['draw'] = (rows) => changed.fire(rows && [...rows]);
    loaded = disposables.add(createHistory({ host, view, panels, draw }));
    return loaded;
  });
  const view = disposables.add(
    vscode.window.createTreeView<HistoryNode>(CONVERSATIONS_VIEW, {
      canSelectMany: true,
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: async (node) => (await load()).children(node),
        getTreeItem: async (node) => (await load()).item(node),
        resolveTreeItem: async (item, node) => (await load()).resolve(item, node),
      },
    }),
  );
  return {
    load,
    changed: (conversation) => loaded?.changed(conversation),
    dispose: () => disposables.dispose(),
  };
}
