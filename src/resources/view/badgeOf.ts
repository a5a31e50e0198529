import type { JsonObject } from '../../api/schema/row';
import { childCollections } from '../../catalog/kindOperations';
import type { Badge } from '../../catalog/kindRow';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Store } from '../../service/store';

/** The mark of a resource: its own, or that of what is loaded below it, such as of a permission for everyone. */
export function badgeOf(ref: ResourceRef, resource: JsonObject, store: Store): Badge | undefined {
  const own = kindRow(ref.kind).badge?.(resource);
  if (own) return own;
  for (const collection of childCollections(ref)) {
    const row = kindRow(collection.kind);
    if (!row.badge) continue;
    for (const item of store.peek(collection)?.items ?? []) {
      const found = row.badge(item);
      if (found) return found;
    }
  }
  return undefined;
}
