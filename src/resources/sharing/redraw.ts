import type { ResourceRef } from '../../catalog/ref';
import type { Store } from '../../service/store';

/** Lets the row of a resource show the mark of its permissions, which have changed below it. */
export function redraw(store: Store, resource: ResourceRef): void {
  const shown = store.find(resource);
  if (shown) store.merge(resource, shown);
}
