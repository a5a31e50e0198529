import { StatusError } from '../emulator/status';
import type { World } from '../emulator/world';
import type { Content } from './history';

/** What a session can go on from. */
interface Kept {
  readonly contents: readonly Content[];
  readonly until: number;
}

/** Handles are good for so long. */
const LIFETIME_MS = 2 * 60 * 60 * 1000;

/** A session gives a handle with each turn. */
const MOST = 1000;
const HANDLE_LENGTH = 44;

/** The sessions of each service that can be gone on with, by their handles. They are in memory only. */
const keptOf = new WeakMap<World, Map<string, Kept>>();

/** Keeps what was said in a session. @returns the handle by which that is found again. */
export function keep(world: World, contents: readonly Content[]): string {
  const now = world.time.now();
  const all = keptOf.get(world) ?? new Map<string, Kept>();
  keptOf.set(world, all);
  for (const [old, { until }] of all) if (until <= now) all.delete(old);
  const handle = world.ids.random(HANDLE_LENGTH);
  const [oldest] = all.keys();
  if (all.size >= MOST && oldest !== undefined) all.delete(oldest);
  all.set(handle, { contents, until: now + LIFETIME_MS });
  return handle;
}

/** What was said in the session of a handle. Throws 404 where there is none any more. */
export function find(world: World, handle: string): readonly Content[] {
  const kept = keptOf.get(world)?.get(handle);
  if (kept && kept.until > world.time.now()) return kept.contents;
  throw new StatusError(404, 'BidiGenerateContent session not found');
}
