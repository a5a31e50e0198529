import type { Message } from '../../api/schema/infer';
import { listRecords } from '../resources/read';
import type { Stored } from '../state/state';
import type { World } from '../world';

/** Whom a permission is for. */
export interface Grantee {
  readonly granteeType: string;
  /** Absent for everyone. */
  readonly emailAddress?: string;
}

/** The permission of a grantee; an address is one user or one group, whatever its case. */
export function findGrantee(world: World, shared: string, grantee: Grantee): Stored | undefined {
  const wanted = grantee.emailAddress?.toLowerCase();
  return listRecords(world, 'permissions', shared).find(({ resource }) => {
    const { granteeType, emailAddress } = resource as Message<'Permission'>;
    return wanted === undefined
      ? granteeType === grantee.granteeType
      : emailAddress?.toLowerCase() === wanted;
  });
}
