import * as vscode from 'vscode';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import type { ConnectionTarget } from '../catalog/connectionTarget';
import { commandId } from '../catalog/ids';
import { kindRow } from '../catalog/kinds';
import type { ResourceRef } from '../catalog/ref';
import type { Text } from '../catalog/text';
import { markdownText, plainText } from '../platform/plainText';
import type {
  CollectionNode,
  EmptyNode,
  ErrorNode,
  MoreNode,
  ResourceNode,
  TreeNode,
} from './nodes';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** A row as VS Code draws it. Texts of the service are plain text in it, whatever they contain. */
export function toTreeItem(node: TreeNode): vscode.TreeItem {
  const item = itemOf(node);
  // What is open stays open when another connection comes into use, such as after a sign-in.
  item.id = isRoot(node) ? `[${node.kind}]` : node.id;
  item.contextValue = node.words;
  return item;
}

function isRoot(node: TreeNode): boolean {
  return node.node === 'collection' && node.name === '';
}

/** The tooltip of a row, made only when somebody points at it. */
export function tooltipOf(node: TreeNode): vscode.MarkdownString | string | undefined {
  if (node.node === 'error') return node.signIn ? signInTooltip(node) : errorTooltip(node.error);
  if (node.node !== 'resource') return undefined;
  const rows = kindRow(node.kind).tooltip(node.resource);
  const lines = [
    ...rows.map(({ label, value }) => [translate(label), translate(value)]),
    [vscode.l10n.t('Service version'), node.version],
  ];
  // Neither trusted nor with HTML or icons: names come from the service.
  const markdown = new vscode.MarkdownString(undefined, false);
  const table = lines.map(
    ([label = '', value = '']) => `| ${markdownText(label)} | ${markdownText(value)} |`,
  );
  const title = `**${markdownText(kindRow(node.kind).label(node.resource))}**`;
  markdown.value = [title, '', '| | |', '|:---|:---|', ...table].join('\n');
  return markdown;
}

export function translate({ message, args }: Text): string {
  return vscode.l10n.t(message, ...args);
}

function itemOf(node: TreeNode): vscode.TreeItem {
  switch (node.node) {
    case 'collection':
      return collectionItem(node);
    case 'resource':
      return resourceItem(node);
    case 'more':
      return moreItem(node);
    case 'error':
      return node.signIn ? signInItem(node, node.signIn) : errorItem(node);
    case 'empty':
    case 'loading':
      return emptyItem(node);
  }
}

function collectionItem(node: CollectionNode): vscode.TreeItem {
  const row = kindRow(node.kind);
  const item = new vscode.TreeItem(translate(row.title), row.startsOpen ? Expanded : Collapsed);
  item.iconPath = new vscode.ThemeIcon(row.icon);
  return item;
}

function resourceItem(node: ResourceNode): vscode.TreeItem {
  const row = kindRow(node.kind);
  const label = plainText(row.label(node.resource));
  const item = new vscode.TreeItem(label, None);
  const description = row.description(node.resource);
  const spoken = row.spoken(node.resource);
  if (description) item.description = plainText(translate(description));
  item.iconPath = new vscode.ThemeIcon(row.icon);
  item.accessibilityInformation = {
    label: [label, translate(row.noun), spoken && translate(spoken)].filter(Boolean).join(', '),
  };
  if (node.can.includes('open')) {
    item.command = commandOn(node, 'open', vscode.l10n.t('Open as JSON'));
  }
  return item;
}

function moreItem(node: MoreNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Load more…'), None);
  item.iconPath = new vscode.ThemeIcon('fold-down');
  item.command = commandOn(node, 'loadMore', vscode.l10n.t('Load More'));
  return item;
}

function emptyItem(node: EmptyNode): vscode.TreeItem {
  const isLoading = node.node === 'loading';
  const label = isLoading ? vscode.l10n.t('Loading…') : translate(kindRow(node.kind).empty);
  const item = new vscode.TreeItem(label, None);
  item.iconPath = new vscode.ThemeIcon(isLoading ? 'loading~spin' : 'info');
  return item;
}

function errorItem(node: ErrorNode): vscode.TreeItem {
  const what = translate(kindRow(node.kind).title);
  const text = plainText(errorText(node.error));
  const isCancelled = CancelledError.is(node.error);
  // The reason comes first: a narrow side bar cuts what comes later, and the parent says what of.
  const item = new vscode.TreeItem(text, None);
  item.iconPath = isCancelled
    ? new vscode.ThemeIcon('circle-slash')
    : new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
  item.accessibilityInformation = {
    label: vscode.l10n.t('{0} could not be listed. {1}', what, text),
  };
  // There is nothing more to say about what somebody cancelled.
  item.command = isCancelled
    ? commandOn(node, 'refresh', vscode.l10n.t('Refresh'))
    : commandOn(node, 'showError', vscode.l10n.t('Show Details'));
  return item;
}

/** In place of what an account would show: the next step comes first, and why in the tooltip. */
function signInItem(node: ErrorNode, target: ConnectionTarget): vscode.TreeItem {
  const label = vscode.l10n.t('Sign in to see {0}', translate(kindRow(node.kind).nouns));
  const item = new vscode.TreeItem(label, None);
  item.iconPath = new vscode.ThemeIcon('account');
  item.accessibilityInformation = { label: `${label}. ${signInTooltip(node)}` };
  item.command = {
    command: commandId('signIn'),
    title: vscode.l10n.t('Sign In…'),
    arguments: [target],
  };
  return item;
}

/** What to do: the service's own words are about tokens and principals. */
function signInTooltip({ error }: ErrorNode): string {
  const hint = error instanceof AppError ? error.hint : undefined;
  return hint ?? errorTooltip(error);
}

function errorTooltip(error: unknown): string {
  const hint = error instanceof AppError ? error.hint : undefined;
  return plainText([errorText(error), hint].filter(Boolean).join(' '));
}

function errorText(error: unknown): string {
  return CancelledError.is(error)
    ? vscode.l10n.t('The request was interrupted.')
    : errorMessage(error);
}

// What a click runs; the ref travels, and not the row with its resource.
function commandOn(
  { connection, version, kind, name, collection }: ResourceRef,
  command: 'open' | 'loadMore' | 'showError' | 'refresh',
  title: string,
): vscode.Command {
  const ref: ResourceRef = { connection, version, kind, name, ...(collection && { collection }) };
  return { command: commandId(command), title, arguments: [ref] };
}
