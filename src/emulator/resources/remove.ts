import type { Kind, Stored } from '../state/state';
import { failedPrecondition } from '../status';
import type { World } from '../world';

/**
 * Removes a resource and all below it. Throws 400 FAILED_PRECONDITION where it has children of the given
 * kind and the removal is not forced; the wording is the one seen on a sister resource.
 * @param noun such as `Corpus`.
 */
export function removeWithChildren(
  world: World,
  kind: Kind,
  stored: Stored,
  {
    children,
    noun,
    isForced,
  }: { readonly children: Kind; readonly noun: string; readonly isForced: boolean },
): void {
  const { state } = world;
  if (!isForced && state.count(children, stored.name) > 0) {
    throw failedPrecondition(`Cannot delete non-empty ${noun}.`);
  }
  removeWhole(world, kind, stored.name);
}

/** Removes a resource and all below it, permissions included. */
export function removeWhole(world: World, kind: Kind, name: string): void {
  world.state.removeBelow(name);
  world.state.remove(kind, name);
}
