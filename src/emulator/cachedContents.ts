import type { Message } from '../api/schema/infer';
import { maxLength } from '../api/schema/limits';
import type { JsonObject } from '../api/schema/row';
import { type Handler, type HandlerRows, singleReply } from './call';
import { LATEST } from './controlValues';
import { isCacheExpired, requireCachedContent } from './engine/caching';
import { checkRequest } from './engine/checks';
import { countPrompt } from './engine/responseMetadata';
import { modelNotFound } from './models';
import { statePage } from './paging';
import { applyMask, parsePatch } from './patch';
import { checkDisplayName, claimName } from './records';
import type { Stored } from './state';
import { StatusError } from './status';
import type { HandlerContext } from './handlerContext';

type CachedContent = Message<'CachedContent'>;

const HOUR_MS = 60 * 60 * 1000;
/** Default TTL, as documented. */
const DEFAULT_MS = HOUR_MS;
const METHOD = 'createCachedContent';
const MIN_TOKENS = 1024;

const createCachedContent: Handler = (call, world) => {
  const {
    model = '',
    displayName,
    ttl: _ttl,
    expireTime: _end,
    ...prompt
  } = call.body as CachedContent;
  const seed = world.models.require(model, call.version, call.row);
  if (!seed.model.supportedGenerationMethods.includes(METHOD)) {
    throw modelNotFound(model, call.version, METHOD);
  }
  const longest = maxLength('CachedContent', 'displayName');
  checkDisplayName('CachedContent', displayName, longest);
  checkRequest(prompt, seed, { version: call.version, purpose: 'keep' });
  const { total } = countPrompt(prompt);
  const least = seed.packed?.cacheMinimum ?? MIN_TOKENS;
  if (total < least) {
    const sizes = `total_token_count=${total}, min_total_token_count=${least}`;
    throw new StatusError(400, `Cached content is too small. ${sizes}`);
  }
  const name = claimName(world, { kind: 'cachedContents', parent: '' });
  const now = world.time.stamp();
  const resource: JsonObject = {
    name,
    model: seed.model.name,
    ...(displayName !== undefined && { displayName }),
    createTime: now,
    updateTime: now,
    expireTime: endOf(world, call.body),
    usageMetadata: { totalTokenCount: total },
  };
  world.state.insert('cachedContents', { name, parent: '', resource, hidden: {} });
  return singleReply(resource);
};

const getCachedContent: Handler = (call, world) =>
  singleReply(requireCachedContent(world, call.path.name ?? '').resource);

const listCachedContents: Handler = (call, world) => {
  const isLeft = (one: Stored): boolean => !isCacheExpired(world, one);
  const { items, ...next } = statePage(call, world, 'cachedContents', '', isLeft);
  return singleReply({ cachedContents: items.map(({ resource }) => resource), ...next });
};

/** Only the expiration can change. */
const patchCachedContent: Handler = (call, world) => {
  const { name, resource } = requireCachedContent(world, call.path['cachedContent.name'] ?? '');
  applyMask(resource, parsePatch(call));
  const { ttl, expireTime } = call.body as CachedContent;
  const changed = {
    ...resource,
    updateTime: world.time.stamp(),
    ...((ttl ?? expireTime) !== undefined && { expireTime: endOf(world, call.body) }),
  };
  world.state.update('cachedContents', name, { resource: changed });
  return singleReply(changed);
};

const deleteCachedContent: Handler = (call, world) => {
  const { name } = requireCachedContent(world, call.path.name ?? '');
  world.state.remove('cachedContents', name);
  return singleReply({});
};

/**
 * Returns the expiration in RFC 3339. Throws 400 if in the past; the error message isn't published.
 */
function endOf(world: HandlerContext, { ttl, expireTime }: CachedContent): string {
  const now = world.time.now();
  const end =
    expireTime === undefined
      ? now + (ttl === undefined ? DEFAULT_MS : Number.parseFloat(ttl) * 1000)
      : Date.parse(expireTime);
  // NaN for invalid dates, such as the 45th of a month.
  if (!(end > now && end < LATEST)) {
    throw new StatusError(400, 'expiration must be in the future.');
  }
  return world.time.stamp(end);
}

export const cachedContentHandlers = {
  'cachedContents.create': createCachedContent,
  'cachedContents.delete': deleteCachedContent,
  'cachedContents.get': getCachedContent,
  'cachedContents.list': listCachedContents,
  'cachedContents.patch': patchCachedContent,
} as const satisfies HandlerRows;
