import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { commandId } from '../catalog/commands';
import type { ExchangeTarget } from '../catalog/ref';
import { plainText } from '../platform/plainText';
import { treeItem } from '../platform/treeRows';
import type { ShownSession } from '../service/sessionTraffic';
import {
  type RequestStatus,
  type RowText,
  type SessionVerdict,
  factLines,
  requestStatus,
  rowText,
  sessionFacts,
  sessionRowText,
  sessionText,
  sessionVerdict,
} from './entryText';
import { ownUses, programUses } from './exchangeUses';
import type { ShownTraffic, TrafficNode } from './trafficNodes';

export { setTooltip } from '../platform/treeRows';
export { childrenOf } from './trafficNodes';

const GOOD = new vscode.ThemeColor('charts.green');
const BAD = new vscode.ThemeColor('list.errorForeground');
const WARNING = new vscode.ThemeColor('list.warningForeground');
const DIM = new vscode.ThemeColor('disabledForeground');

const ICONS: { readonly [V in RequestStatus]: vscode.ThemeIcon } = {
  good: new vscode.ThemeIcon('pass', GOOD),
  bad: new vscode.ThemeIcon('error', BAD),
  cancelled: new vscode.ThemeIcon('circle-slash', DIM),
};

const PROGRAM_ICONS: { readonly [V in SessionVerdict]: vscode.ThemeIcon } = {
  mock: new vscode.ThemeIcon('checklist', GOOD),
  engine: new vscode.ThemeIcon('server-process', GOOD),
  recording: new vscode.ThemeIcon('play-circle', GOOD),
  upstream: new vscode.ThemeIcon('cloud', GOOD),
  miss: new vscode.ThemeIcon('warning', WARNING),
  bad: ICONS.bad,
  left: ICONS.cancelled,
  running: new vscode.ThemeIcon('sync~spin'),
};

export function toTreeItem(node: TrafficNode): vscode.TreeItem {
  if ('session' in node) return sessionItem(node.session);
  if ('entry' in node) {
    const { entry } = node;
    const icon = ICONS[requestStatus(entry)];
    return exchangeItem(node, rowText(entry), icon, ownUses(entry));
  }
  const { program } = node;
  const icon = PROGRAM_ICONS[sessionVerdict(program)];
  return exchangeItem(node, sessionRowText(program), icon, programUses(program));
}

function exchangeItem(
  { exchange }: ExchangeTarget,
  text: RowText,
  icon: vscode.ThemeIcon,
  uses: readonly string[],
): vscode.TreeItem {
  const item = treeItem(text);
  item.id = String(exchange);
  item.iconPath = icon;
  item.contextValue = ['exchange', ...uses].join(' ');
  item.command = {
    command: commandId('openExchange'),
    title: l10n.t('Open Request Details'),
    arguments: [{ exchange }],
  };
  return item;
}

function sessionItem(session: ShownSession): vscode.TreeItem {
  const item = treeItem(sessionText(session), vscode.TreeItemCollapsibleState.Expanded);
  item.id = session.session;
  item.iconPath = new vscode.ThemeIcon('terminal');
  item.contextValue = 'session';
  return item;
}

export function tooltipOf(
  node: TrafficNode,
  { entries }: ShownTraffic,
  nameOf: (connection: string) => string | undefined,
): string {
  if ('session' in node) return sessionText(node.session).tooltip;
  if ('entry' in node) {
    const { method, path, name } = node.entry;
    const facts = factLines(node.entry, { nameOf, entries });
    return [name, plainText(`${method} ${path}`), ...facts].join('\n');
  }
  const { label } = sessionRowText(node.program);
  const { method, target } = node.program;
  return [label, plainText(`${method} ${target}`), ...sessionFacts(node.program)].join('\n');
}
