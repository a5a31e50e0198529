import * as vscode from 'vscode';
import { commandId } from '../../../catalog/ids';
import { markdownText, plainText } from '../../../platform/plainText';
import type { PlaygroundMode } from '../../modes';
import type { ConversationEntry } from './conversationEntry';
import type { DayGroup } from './dayGroup';
import { relativeTime } from './relativeTime';

const ICONS: { readonly [M in PlaygroundMode]: string } = {
  chat: 'comment-discussion',
  prompt: 'comment',
  text: 'symbol-text',
  message: 'mail',
  answer: 'references',
  embed: 'graph-scatter',
};

export interface ItemContext {
  readonly isOpen: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The row of a day. VS Code remembers by its id whether it is folded. */
export function groupItem(group: DayGroup, count: number): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(groupName(group), group === 'unreadable' ? Collapsed : Expanded);
  item.id = `day:${group}`;
  item.description = String(count);
  item.contextValue = 'day';
  return item;
}

function groupName(group: DayGroup): string {
  switch (group) {
    case 'today':
      return vscode.l10n.t('Today');
    case 'yesterday':
      return vscode.l10n.t('Yesterday');
    case 'week':
      return vscode.l10n.t('Last 7 days');
    case 'older':
      return vscode.l10n.t('Older');
    case 'unreadable':
      return vscode.l10n.t('Can’t be read');
  }
}

/** The row of a conversation. */
export function conversationItem(entry: ConversationEntry, context: ItemContext): vscode.TreeItem {
  const { id, title, updateTime, model, mode, unreadable } = entry;
  const item = new vscode.TreeItem(plainText(title));
  item.id = id;
  const parts = [
    context.isOpen ? vscode.l10n.t('open') : '',
    relativeTime(updateTime, context.now, vscode.env.language),
    plainText(model.replace(/^models\//, '')),
  ].filter(Boolean);
  item.description = parts.join(' · ');
  item.iconPath = new vscode.ThemeIcon(unreadable === undefined ? ICONS[mode] : 'warning');
  item.contextValue = unreadable === undefined ? 'conversation' : 'unreadable';
  item.accessibilityInformation = { label: [plainText(title), ...parts].join(', ') };
  item.command = {
    command: commandId('showConversation'),
    title: vscode.l10n.t('Open Conversation'),
    arguments: [{ conversation: id }],
  };
  return item;
}

/** The tooltip of a row, made only when somebody points at it. Nothing of a conversation is markup in it. */
export function conversationTooltip(
  entry: ConversationEntry,
  nameOf: (connection: string) => string | undefined,
): vscode.MarkdownString {
  const { title, messages, model, connection, createTime, updateTime, firstWords, unreadable } =
    entry;
  const { l10n } = vscode;
  const lines = [`**${markdownText(title)}**`];
  if (unreadable !== undefined) lines.push(markdownText(unreadable));
  else {
    if (firstWords !== '' && firstWords !== title) lines.push(markdownText(firstWords));
    const count = messages === 1 ? l10n.t('1 message') : l10n.t('{0} messages', messages);
    lines.push(
      [count, model, nameOf(connection) ?? ''].filter(Boolean).map(markdownText).join(' · '),
      [l10n.t('Begun {0}', when(createTime)), l10n.t('changed {0}', when(updateTime))].join(', '),
    );
  }
  return new vscode.MarkdownString(lines.join('\n\n'));
}

function when(time: string): string {
  const at = Date.parse(time);
  if (Number.isNaN(at)) return '';
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(vscode.env.language, style).format(at);
}
