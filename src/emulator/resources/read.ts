import type { Kind, Stored } from '../state/state';
import { StatusError } from '../status';
import type { World } from '../world';

// Every handler reads single things and lists through these two, so that what is seen when is decided here.

/** What has a name, or undefined. */
export function findRecord(world: World, kind: Kind, name: string): Stored | undefined {
  return world.visibility.isSeen(name) ? world.state.find(kind, name) : undefined;
}

/** The children of one kind, oldest first. */
export function listRecords(
  world: World,
  kind: Kind,
  parent: string,
  page: { readonly after?: number; readonly limit?: number } = {},
): readonly Stored[] {
  const found = world.state.list(kind, parent, page);
  const seen = found.filter(({ name }) => world.visibility.isSeen(name));
  const hidden = found.length - seen.length;
  if (hidden === 0 || page.limit === undefined || found.length < page.limit) return seen;
  // A short list would look like the last one.
  const after = found.at(-1)?.seq ?? 0;
  return [...seen, ...listRecords(world, kind, parent, { after, limit: hidden })];
}

/** What has a name. Throws 404 where nothing has: only for what the caller may know of. */
export function requireRecord(world: World, kind: Kind, name: string): Stored {
  const found = findRecord(world, kind, name);
  if (!found) throw new StatusError(404, `Requested entity was not found: ${name}.`);
  return found;
}
