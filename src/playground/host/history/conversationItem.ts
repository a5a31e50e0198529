import { relativeTime } from '../../../base/format';
import * as vscode from 'vscode';
import { commandId } from '../../../catalog/commands';
import { type TooltipTexts, treeItem } from '../../../platform/treeRows';
import { MODES } from '../../modes';
import { type ConversationEntry, conversationsOf } from './conversationEntry';
import type { DayGroup } from './dayGroup';

export interface ItemContext {
  readonly isOpen: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The row of a day. VS Code remembers by its id whether it is folded. */
export function groupItem(group: DayGroup, count: number): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = treeItem(
    { label: groupName(group), description: String(count) },
    group === 'unreadable' ? Collapsed : Expanded,
  );
  item.id = `day:${group}`;
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
  const { id, title, updateTime, model, mode, unreadable, columns } = entry;
  const parts = [
    context.isOpen ? vscode.l10n.t('open') : '',
    relativeTime(Date.parse(updateTime), context.now, vscode.env.language),
    columns
      ? vscode.l10n.t('Comparison · {0} models', columns.length)
      : model.replace(/^models\//, ''),
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
    title: vscode.l10n.t('Open Conversation'),
    arguments: [{ conversation: id }],
  };
  return item;
}

/** The tooltip of a row, made only when somebody points at it. Nothing of a conversation is markup in it. */
export function conversationTooltip(
  entry: ConversationEntry,
  nameOf: (connection: string) => string | undefined,
): TooltipTexts {
  const { title, messages, connection, createTime, updateTime, firstWords, unreadable } = entry;
  const { l10n } = vscode;
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
