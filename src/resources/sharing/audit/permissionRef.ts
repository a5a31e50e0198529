import { textAt } from '../../../base/json';
import type { ResourceRef } from '../../../catalog/ref';
import { permissionsOf } from '../permissionKinds';
import type { Access } from './auditSheet';

/** Where a permission is. */
export function permissionRef({ entry, permission }: Access): ResourceRef {
  const { connection, version, kind } = permissionsOf(entry.ref) ?? entry.ref;
  return { connection, version, kind, name: textAt(permission, 'name') };
}
