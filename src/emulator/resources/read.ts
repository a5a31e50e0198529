import type { Kind, Stored } from '../state/state';
import { StatusError } from '../status';
import type { World } from '../world';

// Every handler reads single things and lists through these two, so that what is seen when is decided here.

/** What has a name, or undefined. */
export function findRecord(world: World, kind: Kind, name: string): Stored | undefined {
  return world.state.find(kind, name);
}

/** The children of one kind, oldest first. */
export function listRecords(
  world: World,
  kind: Kind,
  parent: string,
  page: { readonly after?: number; readonly limit?: number } = {},
): readonly Stored[] {
  return world.state.list(kind, parent, page);
}

/** What has a name. Throws 404 where nothing has: only for what the caller may know of. */
export function requireRecord(world: World, kind: Kind, name: string): Stored {
  const found = findRecord(world, kind, name);
  if (!found) throw new StatusError(404, `Requested entity was not found: ${name}.`);
  return found;
}
