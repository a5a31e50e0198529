import type { KindRow } from './kindRow';
import { model } from './kinds/model';
import { tunedModel } from './kinds/tunedModel';

/** THE KINDS: one row per kind of resource, in the order of the tree. */
export const kinds = { model, tunedModel } as const satisfies { readonly [id: string]: KindRow };

export type KindId = keyof typeof kinds;

export function kindRow(id: KindId): KindRow {
  return kinds[id];
}

export function kindIds(): readonly KindId[] {
  return Object.keys(kinds) as KindId[];
}

export function isKindId(id: unknown): id is KindId {
  return typeof id === 'string' && Object.hasOwn(kinds, id);
}
