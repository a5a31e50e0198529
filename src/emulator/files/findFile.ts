import { findRecord } from '../resources/read';
import type { Stored } from '../state/state';
import { StatusError } from '../status';
import type { World } from '../world';
import { isExpired } from './fileRecord';

/** The file of a name, or undefined where there is none, or none any more. */
export function findFile(world: World, name: string): Stored | undefined {
  const found = findRecord(world, 'files', name);
  return found && !isExpired(found, world.time.now()) ? found : undefined;
}

/** The file of a name. Throws the service's 403 where there is none: it never says 404. */
export function requireFile(world: World, name: string): Stored {
  const found = findFile(world, name);
  if (found) return found;
  throw new StatusError(
    403,
    `You do not have permission to access the File ${idOf(name)} or it may not exist.`,
  );
}

/** `files/x` → `x`. */
export function idOf(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}
