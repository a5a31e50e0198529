import * as l10n from '@vscode/l10n';
import {
  shutdownDate,
  pricesOn,
  packedModel,
  PACK_DATE,
  combinesTools,
  answeringModel,
} from '../../api/modelPack';
import { modelLifecycle, type ModelLifecycle } from '../../catalog/modelLifecycle';
import type { ReportedStatus } from '../../catalog/modelStatus';
import type { Text } from '../../catalog/text';
import { plainText } from '../../platform/plainText';
import type { Version } from '../../api/versions';
import type { Fix, Failure, Turn, Conversation, ChosenCache } from '../model/conversation';
import type { RequestTarget } from '../request/resolveTarget';
import type { Loss } from '../../api/interactions/generateContent/media';
import { isTunedModel } from '../model/modeRow';
import { featureText, featuresAt } from '../request/modelFacts';
import { type Unsent, isExpired, cacheUse, type CacheIdleness } from '../request/requestBody';
import { timeLeft, dollarsText, compactNumber } from '../../base/format';
import type { ShownCache } from '../model/protocol';
import { isResult } from '../model/turns';

/** Topic of a notice; a newer notice replaces an older one on the same topic. */
type NoticeTopic =
  | 'copy'
  | 'file'
  | 'saving'
  | 'models'
  | 'fields'
  | 'model'
  | 'files'
  | 'vectors'
  | 'stage'
  | 'cache'
  | 'held'
  | 'apart'
  | 'signatures'
  | 'carried';

export class Notices {
  readonly #byTopic = new Map<NoticeTopic, Failure>();

  set(topic: NoticeTopic, notice: Failure | undefined): boolean {
    const before = this.#byTopic.get(topic);
    if (notice) this.#byTopic.set(topic, notice);
    else this.#byTopic.delete(topic);
    return before?.message !== notice?.message || before?.hint !== notice?.hint;
  }

  /**
   * Lists the fields not sent because of the version or model. Returns whether anything changed.
   */
  setLeftOut(
    { leftOut, refused, held, apart = [] }: Unsent,
    { version, model }: Pick<RequestTarget, 'version' | 'model'>,
  ): boolean {
    const changed = this.set('fields', leftOutNotice(leftOut, version));
    const isOther = this.set('model', refusedNotice(refused, model));
    const isApart = this.set('apart', incompatibleNotice(apart));
    return this.set('held', cacheFieldsNotice(held)) || isApart || isOther || changed;
  }

  /** Warns of a retired or soon-to-be-retired model. Returns whether anything changed. */
  setStage(model: string, now: number, told?: ReportedStatus): boolean {
    return this.set('stage', stageNotice(model, now, told));
  }

  setCarried(lost: readonly Loss[]): void {
    this.set('carried', carriedNotice(lost));
  }

  clear(): void {
    this.#byTopic.clear();
  }

  get combined(): Failure | undefined {
    const all = [...this.#byTopic.values()];
    const [only] = all;
    if (all.length <= 1) return only;
    const text = all.map(({ message, hint }) => (hint ? `${message} ${hint}` : message)).join(' ');
    const fixes = new Set<Fix>(all.flatMap((notice) => notice.fixes));
    return { message: text, fixes: [...fixes] };
  }
}

/** Warning period before a model's shutdown, in ms. */
const NEAR_END = 45 * 24 * 60 * 60 * 1000;

function stageNotice(
  name: string,
  now: number,
  told: ReportedStatus | undefined,
): Failure | undefined {
  const { isGone, end, successor, words } = modelLifecycle(name, now, told);
  const isNear = end !== undefined && shutdownDate(end) - now <= NEAR_END;
  const isTold = told?.by === 'answer' && (told.message !== undefined || end !== undefined);
  if (!isGone && !isNear && !(isTold && words)) return undefined;
  const id = name.replace(/^models\//, '');
  const hints = [
    ...(told?.by === 'answer' && told.message !== undefined
      ? [l10n.t('The API says: “{0}”', plainText(told.message))]
      : []),
    ...(successor === undefined ? [] : [l10n.t('Use {0} instead.', successor)]),
  ];
  return {
    message: lifecycleText(id, { isGone, end, words }, told, now),
    ...(hints.length > 0 && { hint: hints.join(' ') }),
    fixes: [...(successor === undefined ? [] : (['useSuccessor'] as const)), 'chooseModel'],
  };
}

function lifecycleText(
  id: string,
  {
    isGone,
    end,
    words,
  }: Pick<ModelLifecycle, 'isGone'> & {
    readonly end: string | undefined;
    readonly words: Text | undefined;
  },
  told: ReportedStatus | undefined,
  now: number,
): string {
  if (told?.by === 'refusal') {
    return told.why === 'earlierUsers'
      ? l10n.t(
          '{0} is available to existing users only, according to the API on {1}.',
          id,
          told.day,
        )
      : l10n.t('{0} is listed, but the API couldn’t find it on {1}.', id, told.day);
  }
  if (isGone) {
    return end === undefined
      ? l10n.t('{0} was shut down.', id)
      : l10n.t('{0} was shut down on {1}.', id, end);
  }
  if (end !== undefined && shutdownDate(end) <= now) {
    return l10n.t('{0} is still listed after its shutdown date, {1}.', id, end);
  }
  if (end !== undefined) return l10n.t('{0} will be shut down on {1}.', id, end);
  return l10n.t('{0}: {1}.', id, words ? l10n.t(words.message, ...words.args) : '');
}

function refusedNotice(refused: readonly string[], model: string): Failure | undefined {
  if (refused.length === 0) return undefined;
  const names = featureText(featuresAt(refused));
  return {
    message: isTunedModel(model)
      ? l10n.t('Not supported by this tuned model: {0}.', names)
      : l10n.t('Not supported by this model: {0}.', names),
    hint: l10n.t('It isn’t sent. To use it, select another model.'),
    fixes: [],
  };
}

function incompatibleNotice(apart: readonly string[]): Failure | undefined {
  if (apart.length === 0) return undefined;
  return {
    message: l10n.t(
      'Not supported by this model together with functions or tools: {0}.',
      fieldNames(apart),
    ),
    hint: l10n.t('It isn’t sent. Gemini 3 and later support both.'),
    fixes: [],
  };
}

function carriedNotice(lost: readonly Loss[]): Failure | undefined {
  if (lost.length === 0) return undefined;
  const names = fieldNames(lost.map(({ field }) => field));
  return {
    message: l10n.t('Not used in this mode: {0}.', names),
    hint: l10n.t('It’s saved in the previous mode.'),
    fixes: [],
  };
}

function leftOutNotice(leftOut: readonly string[], version: Version): Failure | undefined {
  if (leftOut.length === 0) return undefined;
  return {
    message: l10n.t('Version {0} doesn’t support: {1}.', version, fieldNames(leftOut)),
    hint: l10n.t('It isn’t sent. To use it, select another version.'),
    fixes: [],
  };
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
function cacheFieldsNotice(held: readonly string[]): Failure | undefined {
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

interface UnsignedCalls {
  readonly asked: string;
  readonly names: readonly string[];
}

/**
 * Returns calls since the last message that have no thought signature; undefined if none. Gemini 3
 * and later reject them. Only the first call of a response has a signature.
 */
export function unsignedCalls(
  turns: readonly Turn[],
  model: string,
  now: number,
): UnsignedCalls | undefined {
  if (!wantsSignatures(model, now)) return undefined;
  const at = turns.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
  const asked = turns[at];
  if (!asked) return undefined;
  const names = turns.slice(at + 1).flatMap(({ role, content: { parts = [] } }) => {
    const first = role === 'model' ? parts.find((part) => part.functionCall) : undefined;
    return first && first.thoughtSignature === undefined ? [first.functionCall?.name ?? ''] : [];
  });
  return names.length === 0 ? undefined : { asked: asked.id, names };
}

function wantsSignatures(model: string, now: number): boolean {
  const packed = packedModel(model);
  return packed !== undefined && combinesTools(answeringModel(packed, now));
}

/** Returns a warning about unsigned calls; undefined if there are none. */
export function unsignedNotice(
  turns: readonly Turn[],
  model: string,
  now: number,
): Failure | undefined {
  const found = unsignedCalls(turns, model, now);
  if (!found) return undefined;
  const names = found.names.map(plainText).join(', ');
  return {
    message: l10n.t(
      '{0} can’t continue because these function calls have no thought signatures: {1}.',
      plainText(model.replace(/^models\//, '')),
      names,
    ),
    hint: l10n.t('Another model made these calls, or they came from elsewhere.'),
    fixes: ['askFromCalls'],
  };
}
