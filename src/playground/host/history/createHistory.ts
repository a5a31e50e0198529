import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { systemClock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { errorMessage } from '../../../base/errors';
import { relativeTime } from '../../../base/format';
import { commandId } from '../../../catalog/commands';
import { contextKey, type ContextKeys } from '../../../catalog/ids';
import { parseConversationTarget } from '../../../catalog/ref';
import { FolderStore } from '../../../platform/files';
import { vscodeLocalFiles } from '../../../platform/localFiles';
import { setTooltip, type TooltipTexts, treeItem } from '../../../platform/treeRows';
import { setViewMessage } from '../../../platform/viewTexts';
import { MODES } from '../../../conversation/model/modes';
import {
  type ConversationEntry,
  ConversationIndex,
  conversationsOf,
} from '../../../conversation/store/conversationIndex';
import { ConversationStore } from '../../../conversation/store/conversationStore';
import type { OpenSession } from '../panelDeps';
import type { Panels } from '../panels';
import type { PlaygroundHost } from '../../../conversation/session/context';
import {
  type HistoryContext,
  type OpenConversation,
  deleteExpired,
  LastFolder,
} from './historyActions';
import { type DayGroup, type HistoryNode, HistoryTree } from './historyTree';

export type { HistoryNode };

export interface HistoryViewDeps {
  readonly host: PlaygroundHost;
  readonly view: vscode.TreeView<HistoryNode>;
  /** Panels of this window. Undefined until first used. */
  readonly panels: () => Panels | undefined;
  readonly draw: (rows: readonly HistoryNode[] | undefined) => void;
}

export interface LoadedHistory extends Disposable {
  readonly context: HistoryContext;
  readonly tree: HistoryTree;
  readonly view: vscode.TreeView<HistoryNode>;
  readonly folder: vscode.Uri;
  children(node?: HistoryNode): Promise<HistoryNode[]>;
  item(node: HistoryNode): vscode.TreeItem;
  resolve(item: vscode.TreeItem, node: HistoryNode): vscode.TreeItem;
  changed(conversation: string): void;
}

export function createHistory({ host, view, panels, draw }: HistoryViewDeps): LoadedHistory {
  const { globalStorageUri } = host.context;
  const folder = vscode.Uri.joinPath(globalStorageUri, 'conversations');
  const files = new FolderStore(folder.fsPath);
  const open = (): readonly OpenSession[] => panels()?.sessions ?? [];
  const index = new ConversationIndex(files, () =>
    open().map(({ session }) => session.conversation),
  );
  const context: HistoryContext = {
    ...host,
    index,
    files,
    localFiles: vscodeLocalFiles,
    clock: systemClock,
    store: new ConversationStore({
      files,
      clock: systemClock,
      copyTitle: (title) => l10n.t('{0} (copy)', title),
      onDidWrite: (id) => tree.changed(id),
      log: host.log,
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
      index,
      view,
      draw,
      clock: systemClock,
      onFailed(error) {
        host.log.error(`playground: couldn’t list the conversations: ${errorMessage(error)}`);
        const why = errorMessage(error);
        setViewMessage(view, l10n.t('Couldn’t list the conversations: {0}', why));
      },
      onFiltered(filter) {
        setViewMessage(
          view,
          filter && l10n.t('Search: “{0}” ({1} found)', filter.text, filter.found),
        );
        tellFiltered(filter !== undefined);
      },
    }),
  );
  const look = (): void => {
    if (view.visible) void tree.refresh();
  };
  disposables.add(view.onDidChangeVisibility(look));
  // VS Code caches tooltips, and tooltips contain connection names.
  disposables.add(host.connections.onDidChange(() => draw(undefined)));
  // Another window may have changed files.
  disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && look()));
  deleteExpired(files, systemClock.now()).catch((error: unknown) =>
    host.log.warn(`playground: ${errorMessage(error)}`),
  );
  return {
    context,
    tree,
    view,
    folder,
    children: (node) => tree.children(node),
    item(node) {
      if ('group' in node) return groupItem(node.group, tree.count(node.group));
      const entry = tree.entry(node);
      if (!entry) return treeItem({ label: '' });
      const isOpen = conversationsOf(entry).some(({ id }) => context.findOpen(id) !== undefined);
      return conversationItem(entry, { isOpen, now: systemClock.now() });
    },
    resolve(item, node) {
      const target = parseConversationTarget(node);
      const entry = target && tree.entry(target);
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

interface ItemContext {
  readonly isOpen: boolean;
  /** In ms since 1970. */
  readonly now: number;
}

/** Returns the row of a day. VS Code stores the collapsed state by ID. */
function groupItem(group: DayGroup, count: number): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = treeItem(
    { label: groupName(group), description: String(count) },
    group === 'unreadable' ? Collapsed : Expanded,
  );
  item.id = `day:${group}`;
  // Without an icon, VS Code misaligns the icons of child rows.
  item.iconPath = new vscode.ThemeIcon(group === 'unreadable' ? 'warning' : 'calendar');
  item.contextValue = 'day';
  return item;
}

function groupName(group: DayGroup): string {
  switch (group) {
    case 'today':
      return l10n.t('Today');
    case 'yesterday':
      return l10n.t('Yesterday');
    case 'week':
      return l10n.t('Last 7 days');
    case 'older':
      return l10n.t('Older');
    case 'unreadable':
      return l10n.t('Unreadable');
  }
}

function conversationItem(entry: ConversationEntry, context: ItemContext): vscode.TreeItem {
  const { id, title, updateTime, model, mode, unreadable, columns } = entry;
  const parts = [
    context.isOpen ? l10n.t('open') : '',
    relativeTime(Date.parse(updateTime), context.now, vscode.env.language),
    columns ? l10n.t('Comparison · {0} models', columns.length) : model.replace(/^models\//, ''),
  ].filter(Boolean);
  const item = treeItem({
    label: title,
    description: parts.join(' · '),
    spoken: [title, ...parts].join(', '),
  });
  item.id = id;
  const icon = columns ? 'split-horizontal' : MODES[mode].icon;
  item.iconPath = new vscode.ThemeIcon(unreadable === undefined ? icon : 'warning');
  item.contextValue = unreadable === undefined ? 'conversation' : 'unreadable';
  item.command = {
    command: commandId('showConversation'),
    title: l10n.t('Open Conversation'),
    arguments: [{ conversation: id }],
  };
  return item;
}

/** Returns a tooltip, built lazily on hover. Conversation text is escaped, never rendered as Markdown. */
function conversationTooltip(
  entry: ConversationEntry,
  nameOf: (connection: string) => string | undefined,
): TooltipTexts {
  const { title, messages, connection, createTime, updateTime, firstWords, unreadable } = entry;
  if (unreadable !== undefined) return { title, paragraphs: [unreadable] };
  const count = messages === 1 ? l10n.t('1 message') : l10n.t('{0} messages', messages);
  const models = conversationsOf(entry).flatMap(({ model }) => (model === '' ? [] : [model]));
  return {
    title,
    paragraphs: [
      ...(firstWords !== '' && firstWords !== title ? [firstWords] : []),
      [count, models.join(', '), nameOf(connection) ?? ''].filter(Boolean).join(' · '),
      [l10n.t('Started {0}', when(createTime)), l10n.t('changed {0}', when(updateTime))].join(', '),
    ],
  };
}

function when(time: string): string {
  const at = Date.parse(time);
  if (Number.isNaN(at)) return '';
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(vscode.env.language, style).format(at);
}
