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
  GroupNode,
  MoreNode,
  ResourceNode,
  TreeNode,
  UnavailableNode,
} from './nodes';
import { badgeUri } from './view/badgeUri';
import { resourceIcon } from './view/resourceIcon';
import { workText } from './view/workText';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/**
 * A row as VS Code draws it. Texts of the service are plain text in it, whatever they contain.
 * @param now milliseconds since 1970.
 */
export function toTreeItem(node: TreeNode, now: number): vscode.TreeItem {
  const item = itemOf(node, now);
  item.id = rowId(node);
  item.contextValue = node.words;
  item.accessibilityInformation ??= { label: spokenOf(item) };
  return item;
}

/** The id under which VS Code knows a row: what is open stays open when another connection comes into use. */
export function rowId(node: TreeNode): string {
  return isRoot(node) ? `[${node.kind}]` : node.id;
}

function isRoot(node: TreeNode): boolean {
  return node.node === 'collection' && node.name === '';
}

function spokenOf({ label, description }: vscode.TreeItem): string {
  const parts = [label, description].map((part) => (typeof part === 'string' ? part : ''));
  return parts.filter((part) => part !== '').join(', ');
}

/** The tooltip of a row, made only when somebody points at it. */
function tooltipOf(node: TreeNode, now: number): vscode.MarkdownString | string | undefined {
  if (node.node === 'error') return node.signIn ? signInTooltip(node) : errorTooltip(node.error);
  if (node.node === 'unavailable') return insteadOf(node);
  if (node.node !== 'resource') return undefined;
  const rows = kindRow(node.kind).tooltip(node.resource, now);
  const lines = [
    ...rows.map(({ label, value }) => [translate(label), translate(value)]),
    ...(node.badge?.label ? [[translate(node.badge.label), translate(node.badge.spoken)]] : []),
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

function itemOf(node: TreeNode, now: number): vscode.TreeItem {
  switch (node.node) {
    case 'collection':
      return collectionItem(node);
    case 'resource':
      return resourceItem(node, now);
    case 'group':
      return groupItem(node);
    case 'more':
      return moreItem(node);
    case 'error':
      return node.signIn ? signInItem(node, node.signIn) : errorItem(node);
    case 'unavailable':
      return unavailableItem(node);
    case 'empty':
    case 'loading':
      return emptyItem(node);
  }
}

function collectionItem(node: CollectionNode): vscode.TreeItem {
  const row = kindRow(node.kind);
  const item = new vscode.TreeItem(translate(row.title), row.startsOpen ? Expanded : Collapsed);
  item.iconPath = new vscode.ThemeIcon(node.work ? 'loading~spin' : row.icon);
  if (node.work) item.description = workText(node.work, vscode.l10n);
  else if (node.summary) {
    item.description = translate(node.summary.short);
    const label = `${translate(row.title)}, ${translate(node.summary.spoken)}`;
    item.accessibilityInformation = { label };
  }
  return item;
}

function resourceItem(node: ResourceNode, now: number): vscode.TreeItem {
  const row = kindRow(node.kind);
  // Its own mark may have come with time.
  const badge = row.badge?.(node.resource, now) ?? node.badge;
  const label = plainText(row.label(node.resource));
  const item = new vscode.TreeItem(label, node.hasRows ? Collapsed : None);
  const work = node.work && workText(node.work, vscode.l10n);
  const description = row.description(node.resource, now);
  const spoken = row.spoken(node.resource, now);
  if (work ?? description) {
    item.description = work ?? plainText(translate(description ?? { message: '', args: [] }));
  }
  item.iconPath = resourceIcon(node);
  if (badge) item.resourceUri = badgeUri(badge);
  const facts = [
    ...[label, translate(row.noun), work, spoken && translate(spoken)],
    badge && translate(badge.spoken),
  ];
  item.accessibilityInformation = { label: plainText(facts.filter(Boolean).join(', ')) };
  // With a command, a click opens a row that has others below it and leaves them closed; the others get theirs
  // when they are clicked, because a thousand commands take VS Code longer than a thousand rows.
  if (node.hasRows) setCommand(item, node);
  return item;
}

function setCommand(item: vscode.TreeItem, node: ResourceNode): void {
  if (!node.can.includes('open')) return;
  item.command = commandOn(node, 'open', vscode.l10n.t('Open as JSON'));
}

/** What a row has only once somebody points at it, or clicks it. */
export function completeItem(item: vscode.TreeItem, node: TreeNode, now: number): vscode.TreeItem {
  const tooltip = tooltipOf(node, now);
  if (tooltip !== undefined) item.tooltip = tooltip;
  if (node.node === 'resource' && !item.command) setCommand(item, node);
  return item;
}

function groupItem(node: GroupNode): vscode.TreeItem {
  const count = node.count.toLocaleString();
  const none = node.by === 'type' ? vscode.l10n.t('no type') : vscode.l10n.t('no state');
  const word = node.word ? translate(node.word) : none;
  const label = node.range
    ? `${(node.range.from + 1).toLocaleString()} – ${node.range.to.toLocaleString()}`
    : word;
  const item = new vscode.TreeItem(label, node.startsOpen ? Expanded : Collapsed);
  if (!node.range) item.description = count;
  item.iconPath = new vscode.ThemeIcon(node.range ? 'list-ordered' : 'list-tree');
  const nouns = translate(kindRow(node.kind).nouns);
  item.accessibilityInformation = {
    label: node.range
      ? vscode.l10n.t(
          'Numbers {0} to {1} of the {2}',
          (node.range.from + 1).toLocaleString(),
          node.range.to.toLocaleString(),
          nouns,
        )
      : vscode.l10n.t('{0}: {1} {2}', word, count, nouns),
  };
  return item;
}

function moreItem(node: MoreNode): vscode.TreeItem {
  const nouns = translate(kindRow(node.kind).nouns);
  const label = node.isFiltered
    ? vscode.l10n.t('Search all {0} of the service…', nouns)
    : vscode.l10n.t('Load more…');
  const item = new vscode.TreeItem(label, None);
  item.iconPath = new vscode.ThemeIcon(node.isFiltered ? 'search' : 'fold-down');
  item.command = node.isFiltered
    ? commandOn(node, 'loadAll', vscode.l10n.t('Load All'))
    : commandOn(node, 'loadMore', vscode.l10n.t('Load More'));
  return item;
}

function emptyItem(node: EmptyNode): vscode.TreeItem {
  const isLoading = node.node === 'loading';
  const nothing = node.isFiltered
    ? vscode.l10n.t('Nothing here matches the filter.')
    : translate(kindRow(node.kind).empty);
  const item = new vscode.TreeItem(isLoading ? vscode.l10n.t('Loading…') : nothing, None);
  item.iconPath = new vscode.ThemeIcon(isLoading ? 'loading~spin' : 'info');
  return item;
}

function unavailableItem(node: UnavailableNode): vscode.TreeItem {
  const { title, nouns, instead, icon } = kindRow(node.kind);
  if (node.error === undefined) {
    const item = new vscode.TreeItem(translate(title), None);
    item.iconPath = new vscode.ThemeIcon(icon);
    item.description = vscode.l10n.t('in no version of the service');
    return item;
  }
  const label = instead
    ? vscode.l10n.t('The service no longer offers {0}', translate(nouns))
    : vscode.l10n.t('The service offers no {0}', translate(nouns));
  const item = new vscode.TreeItem(label, None);
  item.iconPath = new vscode.ThemeIcon('circle-slash');
  item.accessibilityInformation = { label: `${label}. ${insteadOf(node)}` };
  item.command = commandOn(node, 'showError', vscode.l10n.t('Show Details'));
  return item;
}

/** What helps where the service has nothing of a kind. */
function insteadOf({ kind, error }: UnavailableNode): string {
  if (error === undefined) return vscode.l10n.t('No version of the service lists it.');
  const { instead } = kindRow(kind);
  const help = instead
    ? translate(instead)
    : vscode.l10n.t('Check the endpoint of the connection: another service may answer there.');
  return plainText(vscode.l10n.t('It answered “{0}”. {1}', errorText(error), help));
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
  command: 'open' | 'loadMore' | 'loadAll' | 'showError' | 'refresh',
  title: string,
): vscode.Command {
  const ref: ResourceRef = { connection, version, kind, name, ...(collection && { collection }) };
  return { command: commandId(command), title, arguments: [ref] };
}
