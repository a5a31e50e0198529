import type { JsonObject } from '../api/schema/row';
import type { Version } from '../api/versions';
import type { CommandName } from './ids';
import { canDo } from './kindOperations';
import type { CustomVerb } from './kindRow';
import { kindRow, type KindId } from './kinds';

/** Rows of the tree that are told apart by what they stand for. */
export type NodeType = 'collection' | 'resource' | 'more' | 'error' | 'empty' | 'loading';

/** Verbs that are one command each, whatever the row they work on. */
export type StandardVerb = 'open' | 'copyName' | 'refresh' | 'loadMore' | 'showError';
export type Verb = StandardVerb | CustomVerb;

/** Where a verb's command stands in the menus of rows. */
export interface Action {
  /** Group and place in the context menu. */
  readonly menu: string;
  /** Rows on which it is also an icon; at most two of these meet on one row. */
  readonly inline?: readonly NodeType[];
}

export const actions = {
  openPlayground: { menu: '1_open@1', inline: ['resource'] },
  open: { menu: '1_open@2' },
  loadMore: { menu: '1_open@3' },
  showError: { menu: '1_open@4' },
  copyName: { menu: '3_copy@1' },
  refresh: { menu: '5_refresh@1', inline: ['collection', 'error'] },
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
  const own = Object.entries(kindRow(kind).verbs) as [
    CustomVerb,
    (resource: JsonObject) => boolean,
  ][];
  return [
    ...own.filter(([, supports]) => supports(resource)).map(([verb]) => verb),
    ...(canDo(kind, 'get', version) ? (['open', 'refresh'] as const) : []),
    'copyName',
  ];
}

export function collectionVerbs(kind: KindId, version: Version): readonly Verb[] {
  return canDo(kind, 'list', version) ? ['refresh'] : [];
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
