import type { Message } from '../../api/schema/infer';
import type { Caller } from '../caller';
import { digest } from '../digest';
import type { ModelSeed } from '../models';
import { findRecord } from '../records';
import type { Stored } from '../state';
import { StatusError } from '../status';
import type { HandlerContext } from '../handlerContext';
import { countPrompt, type ModalityCount } from './responseMetadata';

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

type Request = Message<'GenerateContentRequest'>;

/** Characters per block of long text. The cache matches complete blocks. */
const BLOCK_LENGTH = 1024;
interface Beginning {
  readonly key: string;
  readonly counts: readonly ModalityCount[];
}

/**
 * Returns the implicitly cached tokens of a prompt by modality, and stores its prefixes.
 * Matches the longest known prefix of the same caller and model. The model pack has the minimum.
 */
export function takeImplicit(
  { sentBeginnings }: Pick<HandlerContext, 'sentBeginnings'>,
  caller: Caller,
  { model, packed }: ModelSeed,
  request: Request,
): readonly ModalityCount[] {
  const least = packed?.cacheMinimum;
  if (least === undefined || request.cachedContent !== undefined) return [];
  const beginnings = beginningsOf([caller, model.name], request);
  const fresh = beginnings.findIndex(({ key }) => !sentBeginnings.has(key));
  // The end of a prompt is never served from the cache.
  const known = beginnings.slice(0, fresh < 0 ? -1 : fresh);
  sentBeginnings.add(beginnings.map(({ key }) => key));
  const found = sumByModality(known.flatMap(({ counts }) => counts));
  const total = found.reduce((all, { tokenCount }) => all + tokenCount, 0);
  return total < least ? [] : found;
}

function beginningsOf(
  start: unknown,
  { systemInstruction, tools, contents }: Request,
): Beginning[] {
  const beginnings: Beginning[] = [];
  let key = digest([start, tools ?? []]);
  const add = (role: unknown, part: Message<'Part'>): void => {
    key = digest([key, role, part]);
    beginnings.push({ key, counts: countPrompt({ contents: [{ parts: [part] }] }).details });
  };
  if (tools && tools.length > 0) beginnings.push({ key, counts: countPrompt({ tools }).details });
  const system = systemInstruction ? [{ ...systemInstruction, role: 'system' }] : [];
  for (const { role, parts = [] } of [...system, ...(contents ?? [])]) {
    for (const part of parts) {
      const { text = '' } = part;
      let at = 0;
      while (at + BLOCK_LENGTH < text.length) {
        // Split at spaces: a split word would count as more tokens.
        const space = text.lastIndexOf(' ', at + BLOCK_LENGTH);
        const end = space > at ? space : at + BLOCK_LENGTH;
        add(role, { text: text.slice(at, end) });
        at = end;
      }
      add(at === 0 ? role : 'end', at === 0 ? part : { ...part, text: text.slice(at) });
    }
  }
  return beginnings;
}

function sumByModality(counts: readonly ModalityCount[]): readonly ModalityCount[] {
  const byModality = new Map<string, number>();
  for (const { modality, tokenCount } of counts) {
    byModality.set(modality, (byModality.get(modality) ?? 0) + tokenCount);
  }
  return [...byModality].map(([modality, tokenCount]) => ({ modality, tokenCount }));
}
