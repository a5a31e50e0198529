import { compactNumber, MINUTES_THRESHOLD, timeLeft } from '../../base/format';
import { objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { KindRow } from '../kindRow';
import { text } from '../text';
import {
  displayLabel,
  ENDED,
  endFact,
  Facts,
  leftUntil,
  type Parts,
  timeAt,
  toldBy,
} from './facts';

/** Returns the remaining lifetime in ms. Undefined if unknown. */
function remainingTime(resource: JsonObject, now: number | undefined): number | undefined {
  return leftUntil(resource, 'expireTime', now);
}

function tokensOf(resource: JsonObject): number | undefined {
  const count = objectAt(resource, 'usageMetadata').totalTokenCount;
  return typeof count === 'number' ? count : undefined;
}

function facts(resource: JsonObject, isSpoken: boolean, now?: number): Parts {
  const left = remainingTime(resource, now);
  const tokens = tokensOf(resource);
  const model = textAt(resource, 'model').replace(/^models\//, '');
  return [
    left === undefined ? undefined : timeLeft(left, isSpoken),
    tokens === undefined ? undefined : text('{0} tokens', compactNumber(tokens)),
    model === '' ? undefined : text('{0}', model),
  ];
}

/** Prompt prefixes that the server caches for one model until they expire. */
export const cachedContent = {
  pattern: 'cachedContents/*',
  message: 'CachedContent',
  icon: 'archive',
  noun: text('cached content'),
  nouns: text('cached content'),
  title: text('Cached Contents'),
  empty: text('There is no cached content.'),
  purpose: text('to reuse a long prompt'),
  label: displayLabel,
  hasTwins: true,
  ...toldBy(facts),
  tooltip: (resource, now) =>
    new Facts()
      .add('Name', resource.name)
      .add('Model', resource.model)
      .add('Tokens', tokensOf(resource)?.toLocaleString('en'))
      .add('Created', resource.createTime)
      .add('Updated', resource.updateTime)
      .tell('Expires', endFact(resource, 'expireTime', now)).rows,
  badge: (resource, now) =>
    (remainingTime(resource, now) ?? MINUTES_THRESHOLD) > 0 ? undefined : ENDED,
  end: (resource) => timeAt(resource, 'expireTime'),
  gone: {
    statuses: [403, 404],
    why: text('The server deletes cached content when it expires.'),
  },
  verbs: { keepLonger: () => true },
  template: {
    model: 'models/',
    displayName: '',
    ttl: '3600s',
    contents: [{ role: 'user', parts: [{ text: '' }] }],
  },
} as const satisfies KindRow;
