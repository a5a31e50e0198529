import type { JsonObject } from '../api/schema/row';
import type { Version } from '../api/versions';
import type { CommandName } from './commands';
import { operationRow } from '../api/operations';
import { canDo, kindOperations } from './kindOperations';
import type { CustomVerb } from './kindRow';
import { kindRow, type KindId } from './kinds';

/** Rows of the tree that are told apart by what they stand for. */
export type NodeType =
  'collection' | 'resource' | 'group' | 'more' | 'error' | 'empty' | 'loading' | 'unavailable';

/** Verbs that are one command each, whatever the row they work on. */
export type StandardVerb =
  | 'open'
  | 'create'
  | 'rename'
  | 'delete'
  | 'copyName'
  | 'refresh'
  | 'loadMore'
  | 'loadAll'
  | 'showError';
export type Verb = StandardVerb | CustomVerb;

/** Where a verb's command stands in the menus of rows. */
export interface Action {
  /** Group and place in the context menu. */
  readonly menu: string;
  /** Rows on which it is also an icon, in the order of this table; at most two of these meet on one row. */
  readonly inline?: readonly NodeType[];
  /** It is also in the context menu of what a search found. */
  readonly inSearch?: true;
}

export const actions = {
  openPlayground: { menu: '1_open@1', inline: ['resource'] },
  askAboutFile: { menu: '1_open@1', inline: ['resource'] },
  open: { menu: '1_open@2', inSearch: true },
  editText: { menu: '1_open@3', inSearch: true },
  editSelected: { menu: '1_open@4' },
  search: { menu: '1_open@5', inline: ['resource'] },
  answer: { menu: '1_open@6' },
  showLoss: { menu: '1_open@7' },
  loadMore: { menu: '1_open@8' },
  loadAll: { menu: '1_open@9' },
  showError: { menu: '1_open@10' },
  create: { menu: '2_create@1', inline: ['collection'] },
  createTunedModel: { menu: '2_create@2', inline: ['collection'] },
  uploadFiles: { menu: '2_create@1', inline: ['collection'] },
  uploadAgain: { menu: '2_create@2' },
  importChunks: { menu: '2_create@3' },
  importResource: { menu: '2_create@4' },
  exportResource: { menu: '3_copy@2' },
  copyName: { menu: '3_copy@1', inSearch: true },
  copyUri: { menu: '3_copy@2' },
  downloadFile: { menu: '3_copy@3' },
  share: { menu: '4_share@1', inline: ['collection'] },
  changeRole: { menu: '4_share@2' },
  transferOwnership: { menu: '4_share@3' },
  filterByAccess: { menu: '5_refresh@2' },
  refresh: { menu: '5_refresh@1', inline: ['collection', 'error'] },
  cancelOperation: { menu: '8_edit@1', inline: ['resource'] },
  rename: { menu: '8_edit@2' },
  delete: { menu: '9_delete@1' },
  deleteStale: { menu: '9_delete@2' },
} as const satisfies { readonly [V in Verb & CommandName]: Action };

export function verbs(): readonly Verb[] {
  return Object.keys(actions) as Verb[];
}

/** What can be done with one resource: what its kind's operations allow, and what it supports itself. */
export function resourceVerbs(
  kind: KindId,
  version: Version,
  resource: JsonObject,
): readonly Verb[] {
  const row = kindRow(kind);
  const own = Object.entries(row.verbs) as [CustomVerb, (resource: JsonObject) => boolean][];
  const isRefused = row.refuses?.(resource).includes('delete') ?? false;
  return [
    ...own.filter(([, supports]) => supports(resource)).map(([verb]) => verb),
    ...(canDo(kind, 'get', version) ? (['open', 'refresh'] as const) : []),
    // What can't be asked for one by one is shown as its list has it.
    ...(kindOperations(kind).get === undefined ? (['open'] as const) : []),
    ...(canRename(kind, version) ? (['rename'] as const) : []),
    ...(canDo(kind, 'delete', version) && !isRefused ? (['delete'] as const) : []),
    'copyName',
  ];
}

/** Whether a kind's display name can be changed. */
export function canRename(kind: KindId, version: Version): boolean {
  const { patch } = kindOperations(kind);
  if (patch === undefined || !canDo(kind, 'patch', version)) return false;
  return operationRow(patch).mask?.includes('displayName') ?? false;
}

export function collectionVerbs(kind: KindId, version: Version): readonly Verb[] {
  const { template, collectionVerbs: own = [] } = kindRow(kind);
  const creates = template !== undefined && canDo(kind, 'create', version);
  return [
    ...(canDo(kind, 'list', version) ? (['refresh', 'loadAll'] as const) : []),
    ...(creates ? (['create'] as const) : []),
    ...own,
  ];
}

/**
 * A row's `contextValue`: words for what it is and what can be done with it, so that a menu asks for the
 * capability it needs and not for the kinds that happen to have it.
 */
export function contextWords(node: NodeType, kind: KindId, can: readonly Verb[]): string {
  return [`node:${node}`, `kind:${kind}`, ...can.map((verb) => `can:${verb}`)].join(' ');
}

/** The regular expression that finds a verb in a row's words, on rows of some types or of all. */
export function contextPattern(verb: Verb, nodes?: readonly NodeType[]): string {
  return nodes ? `\\bnode:(${nodes.join('|')})\\b.*\\bcan:${verb}\\b` : `\\bcan:${verb}\\b`;
}
