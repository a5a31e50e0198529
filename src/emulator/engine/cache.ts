import type { Message } from '../../api/schema/infer';
import type { ModelSeed } from '../models';
import { findRecord } from '../records';
import type { Stored } from '../state';
import { StatusError } from '../status';
import type { World } from '../world';

type CachedContent = Message<'CachedContent'>;

/**
 * Tokens that a request takes from the cache, in addition to its own; 0 where it names none. Throws the service's 403
 * for one that is not there, and its 400 for another model, or beside what the cache holds. The wording for another
 * model is not published.
 */
export function tokensFromCache(
  { cachedContent, systemInstruction, tools, toolConfig }: Message<'GenerateContentRequest'>,
  seed: ModelSeed,
  world: World,
): number {
  if (cachedContent === undefined) return 0;
  const { model, usageMetadata } = requireCachedContent(world, cachedContent)
    .resource as CachedContent;
  if (model !== seed.model.name) {
    throw new StatusError(
      400,
      `Model used by GenerateContent request (${seed.model.name}) and CachedContent (${model}) has to be the same.`,
    );
  }
  if (systemInstruction ?? tools ?? toolConfig) {
    throw new StatusError(
      400,
      'CachedContent can not be used with GenerateContent request setting system_instruction, tools ' +
        'or tool_config.\n\nProposed fix: move those values to CachedContent from GenerateContent ' +
        'request.',
    );
  }
  return usageMetadata?.totalTokenCount ?? 0;
}

/** The cached content of a name. Throws the service's 403 where there is none, or none any more. */
export function requireCachedContent(world: World, name: string): Stored {
  const found = findRecord(world, 'cachedContents', name);
  if (found && !isCacheExpired(world, found)) return found;
  throw new StatusError(403, 'CachedContent not found (or permission denied)');
}

/** Whether its time is over. */
export function isCacheExpired(world: World, { resource }: Stored): boolean {
  return Date.parse((resource as CachedContent).expireTime ?? '') <= world.time.now();
}
