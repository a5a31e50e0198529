import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { capitalized, localizedText } from '../../base/format';
import type { ConnectionTarget, ResourceRef } from '../../catalog/ref';
import { commandId } from '../../catalog/commands';
import type { Verb } from '../../catalog/commandTable';
import { type Badge, sectionRow } from '../../catalog/kindRow';
import { kindRow } from '../../catalog/kinds';
import type { ReportedStatus } from '../../catalog/modelStatus';
import { rowMark, setTooltip, type TooltipTexts, treeItem } from '../../platform/treeRows';
import type { Work } from '../../service/store';
import type {
  CollectionNode,
  EmptyNode,
  ErrorNode,
  GroupNode,
  MoreNode,
  ResourceNode,
  SectionNode,
  TreeNode,
  UnavailableNode,
} from './nodes';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/**
 * Returns a row's VS Code item. Renders API texts as plain text.
 * @param now in ms since 1970
 * @param told status from outside the resource
 */
export function toTreeItem(node: TreeNode, now: number, told?: ReportedStatus): vscode.TreeItem {
  const item = itemOf(node, now, told);
  item.id = rowId(node);
  item.contextValue = node.words;
  return item;
}

/** Returns the item ID. Excludes the connection, so expansion survives a switch of the connection. */
export function rowId(node: TreeNode): string {
  if (node.node === 'older') return OLDER_ID;
  if (node.node === 'section') return `[§${node.section}]`;
  return isRoot(node) ? `[${node.kind}]` : node.id;
}

function isRoot(node: TreeNode): boolean {
  return node.node === 'collection' && node.name === '';
}

const OLDER_ID = '[older]';

function tooltipOf(
  node: TreeNode,
  now: number,
  told: ReportedStatus | undefined,
): TooltipTexts | string | undefined {
  if (node.node === 'error') return node.signIn ? signInTooltip(node) : errorTooltip(node.error);
  if (node.node === 'unavailable') return insteadOf(node);
  if (node.node === 'older') return olderTooltip();
  if (node.node === 'section') return localizedText(sectionRow(node.section).about);
  if (node.node === 'empty' && node.creates) return localizedText(kindRow(node.kind).empty);
  if (node.node !== 'resource') return undefined;
  const rows = kindRow(node.kind).tooltip(node.resource, now, told);
  const facts = [
    ...rows.map(({ label, value }) => [localizedText(label), localizedText(value)]),
    ...(node.badge?.label
      ? [[localizedText(node.badge.label), localizedText(node.badge.spoken)]]
      : []),
    [l10n.t('API version'), node.version],
  ];
  return { title: kindRow(node.kind).label(node.resource), facts };
}

function itemOf(node: TreeNode, now: number, told: ReportedStatus | undefined): vscode.TreeItem {
  switch (node.node) {
    case 'collection':
      return collectionItem(node);
    case 'resource':
      return resourceItem(node, now, told);
    case 'group':
      return groupItem(node);
    case 'more':
      return moreItem(node);
    case 'error':
      return node.signIn ? signInItem(node, node.signIn) : errorItem(node);
    case 'unavailable':
      return unavailableItem(node);
    case 'section':
      return sectionItem(node);
    case 'older':
      return olderItem();
    case 'empty':
    case 'loading':
      return emptyItem(node);
  }
}

function collectionItem(node: CollectionNode): vscode.TreeItem {
  const row = kindRow(node.kind);
  const label = localizedText(row.title);
  const { work, summary, part } = node;
  const standing = row.older === true ? l10n.t('deprecated') : undefined;
  const texts = work
    ? { label, description: workText(work) }
    : {
        label,
        description: [
          standing,
          part && localizedText(part),
          summary && localizedText(summary.short),
        ]
          .filter(Boolean)
          .join(' · '),
        spoken: [label, standing, summary && localizedText(summary.spoken)]
          .filter(Boolean)
          .join(', '),
      };
  const item = treeItem(texts, row.startsOpen ? Expanded : Collapsed);
  item.iconPath = new vscode.ThemeIcon(work ? 'loading~spin' : row.icon);
  return item;
}

function resourceItem(
  node: ResourceNode,
  now: number,
  told: ReportedStatus | undefined,
): vscode.TreeItem {
  const row = kindRow(node.kind);
  // Time-dependent badges are computed on each draw.
  const badge = row.badge?.(node.resource, now) ?? node.badge;
  const label = row.label(node.resource);
  const work = node.work && workText(node.work);
  const description = row.description(node.resource, now);
  const spoken = row.spoken(node.resource, now);
  const stage = row.stage?.(node.resource, now, told);
  const facts = [
    label,
    node.twin,
    localizedText(row.noun),
    work,
    spoken && localizedText(spoken),
    stage && localizedText(stage),
    badge && localizedText(badge.spoken),
  ];
  const item = treeItem(
    {
      label,
      description: [
        node.twin,
        work ?? (description && localizedText(description)),
        stage && localizedText(stage),
      ]
        .filter(Boolean)
        .join(' · '),
      spoken: facts.filter(Boolean).join(', '),
    },
    node.hasRows ? Collapsed : None,
  );
  item.iconPath = resourceIcon(node);
  if (badge) item.resourceUri = badgeUri(badge);
  // Expandable rows need a command to open on click. Others get it lazily, because 1000 commands are slower
  // than 1000 rows.
  if (node.hasRows) setCommand(item, node);
  return item;
}

function setCommand(item: vscode.TreeItem, node: ResourceNode): void {
  if (node.can.includes('openFile')) item.command = commandOn(node, 'openFile', l10n.t('Open'));
  if (node.can.includes('open')) item.command = commandOn(node, 'open', l10n.t('Open as JSON'));
}

/** Adds the parts of an item needed only on hover or click. */
export function completeItem(
  item: vscode.TreeItem,
  node: TreeNode,
  now: number,
  told?: ReportedStatus,
): vscode.TreeItem {
  const tooltip = tooltipOf(node, now, told);
  if (tooltip !== undefined) setTooltip(item, tooltip);
  if (node.node === 'resource' && !item.command) setCommand(item, node);
  return item;
}

function groupItem(node: GroupNode): vscode.TreeItem {
  const count = node.count.toLocaleString();
  const none = node.by === 'type' ? l10n.t('no type') : l10n.t('no state');
  const word = node.word ? localizedText(node.word) : none;
  const label = node.range
    ? `${(node.range.from + 1).toLocaleString()} – ${node.range.to.toLocaleString()}`
    : capitalized(word);
  const nouns = localizedText(kindRow(node.kind).nouns);
  const spoken = node.range
    ? l10n.t(
        '{2} {0} to {1}',
        (node.range.from + 1).toLocaleString(),
        node.range.to.toLocaleString(),
        nouns,
      )
    : l10n.t('{0}: {1} {2}', word, count, nouns);
  const description = node.range ? undefined : count;
  const item = treeItem({ label, description, spoken }, node.startsOpen ? Expanded : Collapsed);
  item.iconPath = new vscode.ThemeIcon(groupIcon(node));
  return item;
}

function groupIcon({ by, kind, range }: GroupNode): string {
  if (by === 'older') return kindRow(kind).icon;
  if (by === 'tests') return 'beaker';
  return range ? 'list-ordered' : 'list-tree';
}

function sectionItem({ section }: SectionNode): vscode.TreeItem {
  const { title, icon, about } = sectionRow(section);
  const label = localizedText(title);
  const item = treeItem({ label, spoken: `${label}. ${localizedText(about)}` }, Collapsed);
  item.iconPath = new vscode.ThemeIcon(icon);
  return item;
}

function olderItem(): vscode.TreeItem {
  const label = l10n.t('Legacy Resources');
  const item = treeItem({ label, spoken: `${label}. ${olderTooltip()}` }, Collapsed);
  item.iconPath = new vscode.ThemeIcon('history');
  return item;
}

function olderTooltip(): string {
  return l10n.t(
    'Resources that Google has deprecated or discontinued: tuned models, corpora, and PaLM models.',
  );
}

function moreItem(node: MoreNode): vscode.TreeItem {
  const nouns = localizedText(kindRow(node.kind).nouns);
  const label = node.isFiltered
    ? l10n.t('Search all {0} on the server…', nouns)
    : l10n.t('Load more…');
  const item = treeItem({ label });
  item.iconPath = new vscode.ThemeIcon(node.isFiltered ? 'search' : 'fold-down');
  item.command = node.isFiltered
    ? commandOn(node, 'loadAll', l10n.t('Load All'))
    : commandOn(node, 'loadMore', l10n.t('Load More'));
  return item;
}

function emptyItem(node: EmptyNode): vscode.TreeItem {
  const { empty, purpose } = kindRow(node.kind);
  const isLoading = node.node === 'loading';
  if (node.creates && purpose) {
    const label = creatingLabel(node.creates);
    const description = localizedText(purpose);
    const spoken = `${label} ${description}. ${localizedText(empty)}`;
    const item = treeItem({ label, description, spoken });
    item.iconPath = new vscode.ThemeIcon('add');
    item.command = commandOn(node, node.creates, label);
    return item;
  }
  const nothing = node.isFiltered
    ? l10n.t('No loaded items match the filter')
    : localizedText(empty);
  const item = treeItem({ label: isLoading ? l10n.t('Loading…') : nothing });
  item.iconPath = new vscode.ThemeIcon(isLoading ? 'loading~spin' : 'info');
  return item;
}

function creatingLabel(verb: Verb): string {
  if (verb === 'share') return l10n.t('Share…');
  const isUpload = verb === 'uploadFiles' || verb === 'fillStore';
  return isUpload ? l10n.t('Upload…') : l10n.t('Create…');
}

function unavailableItem(node: UnavailableNode): vscode.TreeItem {
  const { title, nouns, instead, icon } = kindRow(node.kind);
  if (node.error === undefined) {
    const description = l10n.t('not available in any API version');
    const item = treeItem({ label: localizedText(title), description });
    item.iconPath = new vscode.ThemeIcon(icon);
    return item;
  }
  const label = instead
    ? l10n.t('The API no longer offers {0}', localizedText(nouns))
    : l10n.t('The API doesn’t offer {0}', localizedText(nouns));
  const item = treeItem({ label, spoken: `${label}. ${insteadOf(node)}` });
  item.iconPath = new vscode.ThemeIcon('circle-slash');
  item.command = commandOn(node, 'showError', l10n.t('Show Details'));
  return item;
}

function insteadOf({ kind, error }: UnavailableNode): string {
  if (error === undefined) return l10n.t('No API version can list these resources.');
  const { instead } = kindRow(kind);
  const help = instead
    ? localizedText(instead)
    : l10n.t('Check the connection’s endpoint. It may point to a different API.');
  return l10n.t('The server responded with “{0}”. {1}', errorText(error), help);
}

function errorItem(node: ErrorNode): vscode.TreeItem {
  const what = localizedText(kindRow(node.kind).title);
  const text = errorText(node.error);
  const isCancelled = CancelledError.is(node.error);
  // Reason first, because a narrow side bar truncates the end.
  const spoken = l10n.t('Couldn’t list {0}. {1}', what, text);
  const item = treeItem({ label: text, spoken });
  item.iconPath = isCancelled
    ? new vscode.ThemeIcon('circle-slash')
    : new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
  item.command = isCancelled
    ? commandOn(node, 'refresh', l10n.t('Refresh'))
    : commandOn(node, 'showError', l10n.t('Show Details'));
  return item;
}

/** Returns a row whose label is the next step and whose tooltip has the reason. */
function signInItem(node: ErrorNode, target: ConnectionTarget): vscode.TreeItem {
  const label = l10n.t('Sign in to see {0}', localizedText(kindRow(node.kind).nouns));
  const item = treeItem({ label, spoken: `${label}. ${signInTooltip(node)}` });
  item.iconPath = new vscode.ThemeIcon('account');
  item.command = {
    command: commandId('signIn'),
    title: l10n.t('Sign In…'),
    arguments: [target],
  };
  return item;
}

/** Returns a tooltip, because the API's message is about tokens and principals. */
function signInTooltip({ error }: ErrorNode): string {
  const hint = error instanceof AppError ? error.hint : undefined;
  return hint ?? errorTooltip(error);
}

function errorTooltip(error: unknown): string {
  const hint = error instanceof AppError ? error.hint : undefined;
  return [errorText(error), hint].filter(Boolean).join(' ');
}

function errorText(error: unknown): string {
  return CancelledError.is(error) ? l10n.t('Canceled. Click to try again.') : errorMessage(error);
}

// Passes only the reference, not the resource data.
function commandOn(
  { connection, version, kind, name, collection }: ResourceRef,
  command: Verb,
  title: string,
): vscode.Command {
  const ref: ResourceRef = { connection, version, kind, name, ...(collection && { collection }) };
  return { command: commandId(command), title, arguments: [ref] };
}

const BADGE_SCHEME = 'genlangbadge';

/** Returns the badge's URI, shared by all rows with the same badge. */
function badgeUri({ text }: Badge): vscode.Uri {
  return vscode.Uri.from({ scheme: BADGE_SCHEME, path: `/${text}` });
}

export function registerBadges(): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration({ scheme, path }) {
      if (scheme !== BADGE_SCHEME) return undefined;
      // The row's tooltip explains the badge.
      return rowMark(path.slice(1), 'list.warningForeground');
    },
  });
}

function resourceIcon({ kind, resource, work }: ResourceNode): vscode.ThemeIcon {
  const row = kindRow(kind);
  const condition = row.condition?.(resource);
  if (work || condition === 'busy') return new vscode.ThemeIcon('loading~spin');
  if (condition === 'failed') {
    return new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
  }
  return new vscode.ThemeIcon(row.icons?.(resource) ?? row.icon);
}

function workText(work: Work): string {
  switch (work) {
    case 'creating':
      return l10n.t('creating…');
    case 'saving':
      return l10n.t('saving…');
    case 'deleting':
      return l10n.t('deleting…');
  }
}
