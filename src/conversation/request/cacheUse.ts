import { createHash } from 'node:crypto';
import type { JsonObject } from '../../api/schema/row';
import type { ChosenCache } from '../model/chosenCache';
import type { Conversation, Turn } from '../model/conversation';
import { modeRequest } from '../model/modeRequest';

/** What may not be sent beside cached content: the cache has its own. */
export const HELD_BY_CACHE = ['systemInstruction', 'tools', 'toolConfig'] as const;

/** Why the chosen cache is not part of a request. */
export type CacheIdleness = 'otherModel' | 'otherConnection' | 'changed';

/** What a request takes from a cache. */
export type CacheUse =
  | {
      readonly kind: 'used';
      readonly name: string;
      /** So many turns at the beginning are in it, and not sent. */
      readonly turns: number;
    }
  | { readonly kind: 'idle'; readonly why: CacheIdleness; readonly cache: ChosenCache };

/** A conversation, or what is known of one that something is asked in. */
export type CacheUser = Pick<Conversation, 'model' | 'settings' | 'turns' | 'variables'> &
  Partial<Pick<Conversation, 'cache' | 'connection'>>;

/**
 * What becomes of the chosen cache in the next request; undefined where none is chosen. One that was made of the
 * beginning of a conversation is used only while that is as it was: else the answer would be about something else.
 */
export function cacheUse(user: CacheUser): CacheUse | undefined {
  const { cache, model, connection, turns } = user;
  if (!cache) return undefined;
  const idle = (why: CacheIdleness): CacheUse => ({ kind: 'idle', why, cache });
  if (connection !== undefined && cache.connection !== connection) return idle('otherConnection');
  if (cache.model !== model) return idle('otherModel');
  const { name, beginning } = cache;
  if (!beginning) return { kind: 'used', name, turns: 0 };
  const count = turns.findIndex(({ id }) => id === beginning.upTo) + 1;
  if (count === 0 || digestOf(user, count) !== beginning.digest) return idle('changed');
  return { kind: 'used', name, turns: count };
}

/** Turns are never changed in place. */
const known = new WeakMap<Turn, string>();

/** Tells the beginning of a conversation, and what would be sent beside it, from every other one. */
export function digestOf(
  { turns, settings, variables = {} }: Pick<CacheUser, 'turns' | 'settings' | 'variables'>,
  count: number,
): string {
  const request: JsonObject = modeRequest(settings, 'chat', variables);
  const held = HELD_BY_CACHE.map((field) => request[field] ?? null);
  const digests = turns.slice(0, count).map((turn) => {
    const digest = known.get(turn) ?? sha256(turn.content);
    known.set(turn, digest);
    return digest;
  });
  return sha256([held, digests]);
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** The request without what may not stand beside a cache, and the paths of that. */
export function withoutHeld(body: JsonObject): {
  readonly value: JsonObject;
  readonly held: readonly string[];
} {
  if (typeof body.cachedContent !== 'string') return { value: body, held: [] };
  const held = HELD_BY_CACHE.filter((field) => body[field] !== undefined);
  const kept = Object.entries(body).filter(([name]) => !(held as readonly string[]).includes(name));
  return { value: Object.fromEntries(kept), held };
}
