import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../api/schema/row';
import type { ChosenCache } from '../model/chosenCache';
import type { Conversation, Failure, Turn } from '../model/conversation';
import { modeRequest } from '../model/modes';
import { PACK_DATE, packedModel, pricesOn } from '../../api/modelPack';
import { compactNumber, dollarsText, timeLeft } from '../../base/format';
import type { ShownCache } from '../model/protocol';

/** Fields not allowed with cached content, which has its own values. */
export const FIELDS_OF_CACHE = ['systemInstruction', 'tools', 'toolConfig'] as const;

type CacheIdleness = 'otherModel' | 'otherConnection' | 'changed';

type CacheUse =
  | {
      readonly kind: 'used';
      readonly name: string;
      /** Number of leading turns that are cached and not sent. */
      readonly turns: number;
    }
  | { readonly kind: 'idle'; readonly why: CacheIdleness; readonly cache: ChosenCache };

export type CacheUser = Pick<Conversation, 'model' | 'settings' | 'turns' | 'variables'> &
  Partial<Pick<Conversation, 'cache' | 'connection'>>;

/**
 * Returns how the next request uses the selected cache; undefined if none is selected. A cache made
 * from a conversation's start is used only while that start is unchanged.
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

/** Cache by turn; turns are immutable. */
const known = new WeakMap<Turn, string>();

/** Returns a digest of the start of a conversation and of the settings that a cache includes. */
export function digestOf(
  { turns, settings, variables = {} }: Pick<CacheUser, 'turns' | 'settings' | 'variables'>,
  count: number,
): string {
  const request: JsonObject = modeRequest(settings, 'chat', variables);
  const held = FIELDS_OF_CACHE.map((field) => request[field] ?? null);
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

export function omitCacheFields(body: JsonObject): {
  readonly value: JsonObject;
  readonly held: readonly string[];
} {
  if (typeof body.cachedContent !== 'string') return { value: body, held: [] };
  const held = FIELDS_OF_CACHE.filter((field) => body[field] !== undefined);
  const kept = Object.entries(body).filter(([name]) => !(held as readonly string[]).includes(name));
  return { value: Object.fromEntries(kept), held };
}

export function isExpired(
  { expireTime = '' }: Pick<ChosenCache, 'expireTime'>,
  now: number,
): boolean {
  return Date.parse(expireTime) <= now;
}

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
  const { input, cached, cacheStoragePerHour: hour } = pricesOn(model, now) ?? {};
  const words = (dollarsForMillion: number): string => {
    const { message, args } = dollarsText((dollarsForMillion * count) / 1_000_000);
    return l10n.t(message, ...args);
  };
  return [
    ...(input !== undefined && cached !== undefined
      ? [l10n.t('saves {0} per request (estimate)', words(input - cached))]
      : []),
    ...(hour === undefined ? [] : [l10n.t('costs {0} per hour (estimate)', words(hour))]),
  ];
}

export function estimateNote(model: string): string {
  return packedModel(model)?.prices
    ? l10n.t('Estimates based on paid-tier prices as of {0}.', PACK_DATE)
    : '';
}

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

function cacheProblem(conversation: Conversation, now: number): string | undefined {
  const { cache } = conversation;
  const use = cacheUse(conversation);
  if (use?.kind === 'idle') return idleText(use.why);
  if (cache && isExpired(cache, now))
    return l10n.t('It has expired and was deleted on the server.');
  return cache && wasRefused(cache, conversation)
    ? l10n.t('It no longer exists on the server.')
    : undefined;
}

function wasRefused({ name }: ChosenCache, { turns }: Pick<Conversation, 'turns'>): boolean {
  const last = turns.at(-1);
  if (last?.role !== 'model' || last.sent?.cachedContent !== name) return false;
  return last.outcome?.failure?.fixes.includes('withoutCache') === true;
}

function idleText(why: CacheIdleness): string {
  switch (why) {
    case 'otherModel':
      return l10n.t('Not used: it belongs to another model.');
    case 'otherConnection':
      return l10n.t('Not used: it belongs to another connection.');
    case 'changed':
      return l10n.t('Not used: the conversation no longer starts with this cached content.');
  }
}

/** Returns a warning if the selected cache has expired; otherwise undefined. */
export function expiredNotice(
  { cache }: Pick<Conversation, 'cache'>,
  now: number,
): Failure | undefined {
  if (!cache || !isExpired(cache, now)) return undefined;
  return {
    message: l10n.t('The cached content “{0}” has expired.', cache.label),
    hint: l10n.t('Requests that start with it are rejected.'),
    fixes: ['withoutCache'],
  };
}

/** Returns a notice of the fields omitted because of a cache; undefined if none. */
export function cacheFieldsNotice(held: readonly string[]): Failure | undefined {
  if (held.length === 0) return undefined;
  return {
    message: l10n.t('These settings can’t be combined with cached content: {0}.', fieldNames(held)),
    hint: l10n.t('They aren’t sent. The values in the cache apply.'),
    fixes: [],
  };
}

const WORDS: ReadonlyMap<string, () => string> = new Map<string, () => string>([
  ['systemInstruction', () => l10n.t('system instruction')],
  ['cachedContent', () => l10n.t('cached content')],
  ['tools', () => l10n.t('tools')],
  ['toolConfig', () => l10n.t('function calling mode')],
  ['serviceTier', () => l10n.t('Tier')],
  ['store', () => l10n.t('Logging')],
  ['generationConfig.speechConfig', () => l10n.t('voice')],
  ['generationConfig.thinkingConfig', () => l10n.t('thinking settings')],
  ['contents.parts.fileData', () => l10n.t('uploaded files')],
  ['contents.parts.thoughtSignature', () => l10n.t('thought signatures')],
]);

export function fieldNames(paths: readonly string[]): string {
  return paths.map((path) => WORDS.get(path)?.() ?? path).join(', ');
}
