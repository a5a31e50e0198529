import type { ResourceRef } from '../../catalog/ref';
import type { Services } from '../../service/services';
import { deleteCall } from '../../service/tableCalls';
import { redraw } from './redraw';
import { sharedBy } from './permissionKinds';

/** Takes a permission back. */
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
    if (shared) redraw(store, shared);
  } finally {
    mark.dispose();
  }
}
