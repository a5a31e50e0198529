import * as vscode from 'vscode';
import type { ActivityTarget } from '../catalog/ref';
import { commandId } from '../catalog/commands';
import { plainText } from '../platform/plainText';
import { treeItem } from '../platform/treeRows';
import { isOver, type ActivityEntry } from './entry';
import { rowText } from './rowText';

/** A row as VS Code draws it. `now` is in milliseconds since 1970. */
export function activityItem(entry: ActivityEntry, now: number): vscode.TreeItem {
  const { label, description, spoken } = rowText(entry, now, vscode.l10n);
  const item = treeItem({ label, description, spoken, tooltip: tooltip(entry) });
  item.id = entry.id;
  item.iconPath = icon(entry);
  item.contextValue = contextWords(entry);
  if (entry.actions.some(({ kind }) => kind === 'open')) {
    const target: ActivityTarget = { activity: entry.id };
    const title = vscode.l10n.t('Open');
    item.command = { command: commandId('openActivity'), title, arguments: [target] };
  }
  return item;
}

/** Plain text; a row's label and reason may be longer than the view is wide. */
function tooltip({ title, startedAt, end, pause }: ActivityEntry): string {
  const began = vscode.l10n.t(
    'Started at {0}.',
    new Date(startedAt).toLocaleString(vscode.env.language),
  );
  const why = end?.kind === 'failed' ? end : pause;
  const lines = [title, why?.reason ?? '', why?.hint ?? ''].filter((line) => line !== '');
  return [...lines.map(plainText), began].join('\n');
}

function icon({ end, pause }: ActivityEntry): vscode.ThemeIcon {
  if (pause) return new vscode.ThemeIcon('debug-pause');
  switch (end?.kind) {
    case undefined:
      return new vscode.ThemeIcon('sync~spin');
    case 'done':
      return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
    case 'cancelled':
      return new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground'));
    case 'failed':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
  }
}

function contextWords(entry: ActivityEntry): string {
  const { cancel, actions } = entry;
  const canCancel = cancel !== undefined && !isOver(entry);
  const can = [...(canCancel ? ['cancel'] : []), ...actions.map(({ kind }) => kind)];
  return ['activity', ...can.map((verb) => `can:${verb}`)].join(' ');
}
