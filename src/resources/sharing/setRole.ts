import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { ResourceRef } from '../../catalog/ref';
import type { Services } from '../../service/services';
import { patchCall } from '../../service/tableCalls';
import type { Role } from './askForRole';

/** Changes what a permission allows. */
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

/** The role of a permission where it is one that can be given. */
export function givenRole(permission: JsonObject): Role | undefined {
  const role = textAt(permission, 'role');
  return role === 'READER' || role === 'WRITER' ? role : undefined;
}
