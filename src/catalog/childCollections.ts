import { listVersion } from './kindOperations';
import { childKinds } from './kinds';
import type { ResourceRef } from './ref';

/** The collections below a resource: those that some version lists, in its own version where that does. */
export function childCollections({ connection, version, kind, name }: ResourceRef) {
  return childKinds(kind).flatMap((child): readonly ResourceRef[] => {
    const listed = listVersion(child, version);
    if (listed === undefined) return [];
    return [{ connection, version: listed, kind: child, name, collection: true }];
  });
}

/** The collection whose rows stand directly below a resource: where it is the only one there. */
export function onlyChild(resource: ResourceRef): ResourceRef | undefined {
  if (resource.collection) return undefined;
  const [only, ...others] = childCollections(resource);
  return others.length === 0 ? only : undefined;
}
