import type { Message } from '../../api/schema/infer';
import type { ModelSeed } from '../models';
import { findRecord } from '../records';
import type { Stored } from '../state';
import { StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';

type CachedContent = Message<'CachedContent'>;

/**
 * Returns the cached tokens of a request. Throws 403 for an unknown cache, 400 for another model or
 * fields that the cache already sets (the error message for the model isn't published).
 */
export function tokensFromCache(
  { cachedContent, systemInstruction, tools, toolConfig }: Message<'GenerateContentRequest'>,
  seed: ModelSeed,
  world: HandlerContext,
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

/** Throws 403 if the cached content doesn't exist or has expired. */
export function requireCachedContent(world: HandlerContext, name: string): Stored {
  const found = findRecord(world, 'cachedContents', name);
  if (found && !isCacheExpired(world, found)) return found;
  throw new StatusError(403, 'CachedContent not found (or permission denied)');
}

export function isCacheExpired(world: HandlerContext, { resource }: Stored): boolean {
  return Date.parse((resource as CachedContent).expireTime ?? '') <= world.time.now();
}
