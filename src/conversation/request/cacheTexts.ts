import * as l10n from '@vscode/l10n';
import { PACK_DATE, packedModel, pricesAt } from '../../api/modelPack';
import { compactNumber, dollarsText, timeLeft } from '../../base/format';
import type { ChosenCache } from '../model/chosenCache';
import type { Conversation, Failure } from '../model/conversation';
import type { ShownCache } from '../model/protocol';
import { fieldWords } from './fieldWords';
import { type CacheIdleness, cacheUse } from './cacheUse';

/** Whether the service has deleted it by now. */
export function isExpired(
  { expireTime = '' }: Pick<ChosenCache, 'expireTime'>,
  now: number,
): boolean {
  return Date.parse(expireTime) <= now;
}

/** What is known of a cache: tokens, time left, and by the pack what it saves and costs. */
export function cacheFacts(
  { tokens: count, expireTime = '', model }: Pick<ChosenCache, 'tokens' | 'expireTime' | 'model'>,
  now: number,
): readonly string[] {
  const end = Date.parse(expireTime);
  const left = Number.isNaN(end) ? undefined : timeLeft(end - now);
  return [
    ...(count === undefined ? [] : [l10n.t('{0} tokens', compactNumber(count))]),
    ...(left ? [l10n.t(left.message, ...left.args)] : []),
    ...(count === undefined ? [] : prices(model, count, now)),
  ];
}

function prices(model: string, count: number, now: number): readonly string[] {
  const known = packedModel(model)?.prices;
  const { input, cached, cacheStoragePerHour: hour } = (known && pricesAt(known, now)) ?? {};
  const words = (dollarsForMillion: number): string => {
    const { message, args } = dollarsText((dollarsForMillion * count) / 1_000_000);
    return l10n.t(message, ...args);
  };
  return [
    ...(input !== undefined && cached !== undefined
      ? [l10n.t('saves {0} a request (estimate)', words(input - cached))]
      : []),
    ...(hour === undefined ? [] : [l10n.t('costs {0} an hour (estimate)', words(hour))]),
  ];
}

/** Where the estimates are from; empty where there are none. */
export function estimateNote(model: string): string {
  return packedModel(model)?.prices
    ? l10n.t('Estimates by the prices of the paid tier, checked on {0}.', PACK_DATE)
    : '';
}

/** The chosen cache as the panel shows it. */
export function shownCache(conversation: Conversation, now: number): ShownCache | undefined {
  const { cache } = conversation;
  if (!cache) return undefined;
  const problem = cacheProblem(conversation, now);
  return {
    label: cache.label,
    facts: cacheFacts(cache, now),
    ...(problem !== undefined && { problem }),
  };
}

/** Why the chosen cache is not used; undefined where it is. */
function cacheProblem(conversation: Conversation, now: number): string | undefined {
  const { cache } = conversation;
  const use = cacheUse(conversation);
  if (use?.kind === 'idle') return idleText(use.why);
  if (cache && isExpired(cache, now))
    return l10n.t('The service has deleted it: its time is over.');
  return cache && wasRefused(cache, conversation)
    ? l10n.t('The service no longer has it.')
    : undefined;
}

/** Whether the last request began with it, and the service did not know it. */
function wasRefused({ name }: ChosenCache, { turns }: Pick<Conversation, 'turns'>): boolean {
  const last = turns.at(-1);
  if (last?.role !== 'model' || last.sent?.cachedContent !== name) return false;
  return last.outcome?.failure?.fixes.includes('withoutCache') === true;
}

function idleText(why: CacheIdleness): string {
  switch (why) {
    case 'otherModel':
      return l10n.t('It is for another model, and not used.');
    case 'otherConnection':
      return l10n.t('It is of another connection, and not used.');
    case 'changed':
      return l10n.t('What it holds is not the beginning of this conversation now; it is not used.');
  }
}

/** Says before anything is sent that the chosen cache has expired; undefined where it has not. */
export function expiredNotice(
  { cache }: Pick<Conversation, 'cache'>,
  now: number,
): Failure | undefined {
  if (!cache || !isExpired(cache, now)) return undefined;
  return {
    message: l10n.t('The cached content “{0}” has expired.', cache.label),
    hint: l10n.t('Requests that begin with it are refused.'),
    fixes: ['withoutCache'],
  };
}

/** Says what is not sent because a cache has it; undefined where that is nothing. */
export function heldNotice(held: readonly string[]): Failure | undefined {
  if (held.length === 0) return undefined;
  return {
    message: l10n.t('Beside cached content the service does not take: {0}.', fieldWords(held)),
    hint: l10n.t('It is not sent; what the cache has of that counts.'),
    fixes: [],
  };
}
