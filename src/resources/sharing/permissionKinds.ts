import { matchesName } from '../../api/names';
import { childCollections } from '../../catalog/kindOperations';
import { kindIds, kindRow, type KindId } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';

function isPermission(kind: KindId): boolean {
  return kindRow(kind).message === 'Permission';
}

/** Where the permissions of a resource are listed; undefined where its kind can't be shared. */
export function permissionsOf(resource: ResourceRef): ResourceRef | undefined {
  if (resource.collection) return undefined;
  return childCollections(resource).find(({ kind }) => isPermission(kind));
}

/** The resource that a target of a command is about: itself, or that of which it is a permission. */
export function sharedBy(target: ResourceRef): ResourceRef | undefined {
  if (!isPermission(target.kind)) return permissionsOf(target) && target;
  const { connection, version } = target;
  const name = target.collection ? target.name : target.name.split('/').slice(0, -2).join('/');
  const kind = kindIds().find((id) => matchesName(kindRow(id).pattern, name));
  return kind && { connection, version, kind, name };
}

/** The kinds that can be shared. */
export function shareableKinds(): readonly KindId[] {
  return kindIds().filter((id) => !isPermission(id) && hasPermissions(kindRow(id).pattern));
}

function hasPermissions(pattern: string): boolean {
  return kindIds().some((id) => kindRow(id).pattern === `${pattern}/permissions/*`);
}

/** A permission, as a ref. */
export function isPermissionRef({ kind, collection }: ResourceRef): boolean {
  return isPermission(kind) && !collection;
}

/** A resource of a collection at the top. */
export function resourceIn(
  { connection, version }: ResourceRef,
  kind: KindId,
  name: string,
): ResourceRef {
  return { connection, version, kind, name };
}
