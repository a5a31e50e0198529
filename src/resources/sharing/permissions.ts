import * as l10n from '@vscode/l10n';
import { textAt } from '../../base/json';
import { matchesName } from '../../api/names';
import type { JsonObject } from '../../api/schema/row';
import { childCollections } from '../../catalog/kindOperations';
import { type KindId, kindIds, kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { labelledResource, shortLabel } from '../resourceTexts';
import type { Services } from '../../service/services';
import type { Store } from '../../service/store';
import { deleteCall, patchCall } from '../../service/tableCalls';
import type { ResourcesContext } from '../context';

/** Grantable roles. Only creation or a transfer assigns an owner. */
export type Role = 'READER' | 'WRITER';

function isPermission(kind: KindId): boolean {
  return kindRow(kind).message === 'Permission';
}

export function permissionsOf(resource: ResourceRef): ResourceRef | undefined {
  if (resource.collection) return undefined;
  return childCollections(resource).find(({ kind }) => isPermission(kind));
}

export function sharedBy(target: ResourceRef): ResourceRef | undefined {
  if (!isPermission(target.kind)) return permissionsOf(target) && target;
  const { connection, version } = target;
  const name = target.collection ? target.name : target.name.split('/').slice(0, -2).join('/');
  const kind = kindIds().find((id) => matchesName(kindRow(id).pattern, name));
  return kind && { connection, version, kind, name };
}

export function shareableKinds(): readonly KindId[] {
  return kindIds().filter((id) => !isPermission(id) && hasPermissions(kindRow(id).pattern));
}

function hasPermissions(pattern: string): boolean {
  return kindIds().some((id) => kindRow(id).pattern === `${pattern}/permissions/*`);
}

export function isPermissionRef({ kind, collection }: ResourceRef): boolean {
  return isPermission(kind) && !collection;
}

export function resourceIn(
  { connection, version }: ResourceRef,
  kind: KindId,
  name: string,
): ResourceRef {
  return { connection, version, kind, name };
}

export function labelOf(
  { services }: Pick<ResourcesContext, 'services'>,
  ref: ResourceRef,
): string {
  return shortLabel(labelledResource(ref, services.store.find(ref)).label);
}

export function roleWord(role: unknown): string {
  if (role === 'OWNER') return l10n.t('owner');
  if (role === 'WRITER') return l10n.t('writer');
  return l10n.t('reader');
}

export async function setRole(
  { calls, store }: Services,
  permission: ResourceRef,
  role: Role,
  signal?: AbortSignal,
): Promise<void> {
  const mark = store.mark([permission], 'saving');
  try {
    const { id, input } = patchCall(permission, { role }, ['role']);
    const changed = await calls.call(permission, id, input, signal ? { signal } : {});
    store.merge(permission, changed);
  } finally {
    mark.dispose();
  }
}

export function grantedRole(permission: JsonObject): Role | undefined {
  const role = textAt(permission, 'role');
  return role === 'READER' || role === 'WRITER' ? role : undefined;
}

export async function revoke(
  { calls, store }: Services,
  permission: ResourceRef,
  signal?: AbortSignal,
): Promise<void> {
  const mark = store.mark([permission], 'deleting');
  try {
    const { id, input } = deleteCall(permission);
    await calls.call(permission, id, input, signal ? { signal } : {});
    store.remove([permission]);
    const shared = sharedBy(permission);
    if (shared) redrawRow(store, shared);
  } finally {
    mark.dispose();
  }
}

/** Redraws the resource's row, because its badge depends on permissions. */
export function redrawRow(store: Store, resource: ResourceRef): void {
  const shown = store.find(resource);
  if (shown) store.merge(resource, shown);
}
