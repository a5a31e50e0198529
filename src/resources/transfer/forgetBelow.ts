import { childKinds } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Room } from '../room';

/** Lets the tree list anew what was made below a corpus or a document. */
export function forgetBelow({ services }: Pick<Room, 'services'>, top: ResourceRef): void {
  const { connection, version, name } = top;
  for (const kind of childKinds(top.kind)) {
    services.store.invalidate({ connection, version, kind, name, collection: true });
  }
}
