import * as vscode from 'vscode';
import { commandId } from '../catalog/commands';
import { plainText } from '../platform/plainText';
import { treeItem } from '../platform/treeRows';
import type { TrafficEntry } from '../service/trafficLog';
import { type EntryContext, factLines, rowText, type Verdict, verdictOf } from './entryText';

export { setTooltip } from '../platform/treeRows';

const ICONS: { readonly [V in Verdict]: vscode.ThemeIcon } = {
  good: new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed')),
  bad: new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground')),
  cancelled: new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground')),
};

/** A row as VS Code draws it. */
export function toTreeItem(entry: TrafficEntry): vscode.TreeItem {
  const { label, description, spoken } = rowText(entry, vscode.l10n);
  const item = treeItem({ label, description, spoken });
  item.id = String(entry.id);
  item.iconPath = ICONS[verdictOf(entry)];
  item.contextValue = entry.recording ? 'exchange recorded' : 'exchange';
  item.command = {
    command: commandId('openExchange'),
    title: vscode.l10n.t('Open Exchange'),
    arguments: [{ exchange: entry.id }],
  };
  return item;
}

/** The tooltip of a row: plain text, made only when somebody points at it. */
export function tooltipOf(entry: TrafficEntry, context: EntryContext): string {
  const { method, path, name } = entry;
  return [name, plainText(`${method} ${path}`), ...factLines(entry, context)].join('\n');
}
