import { StatusError } from '../emulator/status';
import type { HandlerContext } from '../emulator/handlerContext';
import type { Content } from './history';

interface SavedSession {
  readonly contents: readonly Content[];
  readonly until: number;
}

const LIFETIME_MS = 2 * 60 * 60 * 1000;

/** Each turn creates a handle, so the number is limited. */
const MAX_SESSIONS = 1000;
const HANDLE_LENGTH = 44;

const savedSessions = new WeakMap<HandlerContext, Map<string, SavedSession>>();

/**
 * Saves the contents of a session.
 * @returns the resumption handle.
 */
export function saveSession(world: HandlerContext, contents: readonly Content[]): string {
  const now = world.time.now();
  const all = savedSessions.get(world) ?? new Map<string, SavedSession>();
  savedSessions.set(world, all);
  for (const [old, { until }] of all) if (until <= now) all.delete(old);
  const handle = world.ids.random(HANDLE_LENGTH);
  const [oldest] = all.keys();
  if (all.size >= MAX_SESSIONS && oldest !== undefined) all.delete(oldest);
  all.set(handle, { contents, until: now + LIFETIME_MS });
  return handle;
}

/** Returns the contents for a handle. Throws 404 if the handle is unknown or expired. */
export function findSession(world: HandlerContext, handle: string): readonly Content[] {
  const kept = savedSessions.get(world)?.get(handle);
  if (kept && kept.until > world.time.now()) return kept.contents;
  throw new StatusError(404, 'BidiGenerateContent session not found');
}
