import * as vscode from 'vscode';
import { systemClock } from '../../../base/clock';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { errorMessage } from '../../../base/errors';
import { parseConversationTarget } from '../../../catalog/ref';
import { contextKey, type ContextKeys } from '../../../catalog/ids';
import { FolderStore } from '../../../platform/files';
import { setTooltip, setViewMessage, treeItem } from '../../../platform/treeRows';
import { vscodeLocalFiles } from '../../../platform/localFiles';
import { ConversationStore } from '../conversationStore';
import type { OpenSession } from '../openSession';
import type { Panels } from '../panels';
import type { PlaygroundHost } from '../register';
import { conversationsOf } from './conversationEntry';
import { ConversationIndex } from './conversationIndex';
import { conversationItem, conversationTooltip, groupItem } from './conversationItem';
import { sweepDeleted } from './deletedFiles';
import type { HistoryNode } from './historyNode';
import type { HistoryRoom, OpenConversation } from './historyRoom';
import { HistoryTree } from './historyTree';
import { LastFolder } from './lastFolder';

export interface HistoryParts {
  readonly host: PlaygroundHost;
  readonly view: vscode.TreeView<HistoryNode>;
  /** Those of this window; undefined while there was none yet. */
  readonly panels: () => Panels | undefined;
  /** Some rows, or (undefined) all. */
  readonly draw: (rows: readonly HistoryNode[] | undefined) => void;
}

/** Everything behind the view of the conversations. */
export interface LoadedHistory extends Disposable {
  readonly room: HistoryRoom;
  readonly tree: HistoryTree;
  readonly view: vscode.TreeView<HistoryNode>;
  /** The folder of the conversations. */
  readonly folder: vscode.Uri;
  children(node?: HistoryNode): Promise<HistoryNode[]>;
  item(node: HistoryNode): vscode.TreeItem;
  resolve(item: vscode.TreeItem, node: HistoryNode): vscode.TreeItem;
  changed(conversation: string): void;
}

export function createHistory({ host, view, panels, draw }: HistoryParts): LoadedHistory {
  const { l10n } = vscode;
  const { globalStorageUri } = host.context;
  const folder = vscode.Uri.joinPath(globalStorageUri, 'conversations');
  const files = new FolderStore(folder.fsPath);
  const open = (): readonly OpenSession[] => panels()?.sessions ?? [];
  const index = new ConversationIndex(files, () =>
    open().map(({ session }) => session.conversation),
  );
  const room: HistoryRoom = {
    ...host,
    ...{ index, files, l10n, localFiles: vscodeLocalFiles, clock: systemClock },
    store: new ConversationStore({
      ...{ files, clock: systemClock },
      copyTitle: (title) => l10n.t('{0} (copy)', title),
      onDidWrite: (id) => tree.changed(id),
    }),
    lastFolder: new LastFolder(new FolderStore(globalStorageUri.fsPath), host.log),
    findOpen(id) {
      const found = open().find(({ session }) => session.conversation.id === id);
      return found && openConversation(found);
    },
  };
  const disposables = new DisposableStore();
  const tree = disposables.add(
    new HistoryTree({
      ...{ index, view, draw, clock: systemClock },
      onFailed(error) {
        host.log.error(`playground: the conversations are not listed: ${errorMessage(error)}`);
        const why = errorMessage(error);
        setViewMessage(view, l10n.t('The conversations could not be listed: {0}', why));
      },
      onFiltered(filter) {
        setViewMessage(
          view,
          filter && l10n.t('Search: {0} ({1} found)', filter.text, filter.found),
        );
        tellFiltered(filter !== undefined);
      },
    }),
  );
  const look = (): void => {
    if (view.visible) void tree.refresh();
  };
  disposables.add(view.onDidChangeVisibility(look));
  // VS Code keeps the tooltips of rows, and those name connections.
  disposables.add(host.connections.onDidChange(() => draw(undefined)));
  // Another window may have changed something.
  disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && look()));
  sweepDeleted(files, systemClock.now()).catch((error: unknown) =>
    host.log.warn(`playground: ${errorMessage(error)}`),
  );
  return {
    ...{ room, tree, view, folder },
    children: (node) => tree.children(node),
    item(node) {
      if ('group' in node) return groupItem(node.group, tree.count(node.group));
      const entry = index.row(node.conversation);
      // It went while the view asked for its rows.
      if (!entry) return treeItem({ label: '' });
      const isOpen = conversationsOf(entry).some(({ id }) => room.findOpen(id) !== undefined);
      return conversationItem(entry, { isOpen, now: systemClock.now() });
    },
    resolve(item, node) {
      const target = parseConversationTarget(node);
      const entry = target && index.row(target.conversation);
      const nameOf = (id: string): string | undefined => host.connections.find(id)?.name;
      if (entry) setTooltip(item, conversationTooltip(entry, nameOf));
      return item;
    },
    changed: (conversation) => tree.changed(conversation),
    dispose: () => disposables.dispose(),
  };
}

function openConversation(open: OpenSession): OpenConversation {
  const { session, isColumn } = open;
  return {
    conversation: session.conversation,
    isColumn,
    rename: (title) => session.rename(title),
    close: () => open.close(),
  };
}

function tellFiltered(isFiltered: ContextKeys['isConversationFiltered']): void {
  void vscode.commands.executeCommand(
    'setContext',
    contextKey('isConversationFiltered'),
    isFiltered,
  );
}
