import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { isGone } from '../../service/isGone';
import type { Store } from '../../service/store';

/** Fetches a resource anew. False where that took it off the tree, of which the store tells; throws what else fails. */
export async function fetchAnew(store: Pick<Store, 'get'>, target: ResourceRef): Promise<boolean> {
  try {
    await store.get(target);
    return true;
  } catch (error) {
    if (kindRow(target.kind).gone && isGone(target.kind, error)) return false;
    throw error;
  }
}
