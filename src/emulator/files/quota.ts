import { StatusError } from '../status';
import type { World } from '../world';
import { hiddenOf, isExpired } from './fileRecord';

/** Removes the files that the service has deleted by now. */
export function dropExpired(world: World): void {
  const now = world.time.now();
  for (const stored of world.state.list('files', '')) {
    if (isExpired(stored, now)) world.state.remove('files', stored.name);
  }
}

/**
 * Throws 429 where a project has no room for so many bytes more. The service's own wording is not
 * published.
 * @param limit bytes that all files of a project may have.
 */
export function requireFileRoom(world: World, bytes: number, limit: number): void {
  const now = world.time.now();
  const used = world.state
    .list('files', '')
    .filter((stored) => !isExpired(stored, now))
    .reduce((sum, stored) => sum + (hiddenOf(stored).bytes ?? 0), 0);
  if (used + bytes <= limit) return;
  throw new StatusError(
    429,
    `The files of a project may have ${limit} bytes in all. It has ${used}, and this would add ` +
      `${bytes}. Delete files, or wait until they expire.`,
  );
}
