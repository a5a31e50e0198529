import { compactNumber, elapsedText } from '../../base/format';
import { objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { Badge, Condition, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { Facts, lastId, type Parts, toldBy, wordsOf } from './facts';

interface StateWords {
  readonly word: Text;
  readonly icon?: string;
  readonly condition?: Condition;
}

const RUNNING: StateWords = { word: text('running'), condition: 'busy' };

const STATES: { readonly [state: string]: StateWords } = {
  BATCH_STATE_PENDING: { word: text('waiting'), condition: 'busy' },
  BATCH_STATE_RUNNING: RUNNING,
  BATCH_STATE_SUCCEEDED: { word: text('completed'), icon: 'pass' },
  BATCH_STATE_FAILED: { word: text('failed'), condition: 'failed' },
  BATCH_STATE_CANCELLED: { word: text('canceled'), icon: 'circle-slash' },
  BATCH_STATE_EXPIRED: { word: text('expired'), icon: 'history' },
};

/** Returns the batch details: a batch is a long-running operation with these as metadata. */
function metadataOf(resource: JsonObject): JsonObject {
  return objectAt(resource, 'metadata');
}

function stateOf(resource: JsonObject): StateWords {
  const known = wordsOf(STATES, textAt(metadataOf(resource), 'state'));
  if (known && (resource.done !== true || known.condition !== 'busy')) return known;
  if (resource.done !== true) return RUNNING;
  return resource.error === undefined
    ? { word: text('completed'), icon: 'pass' }
    : { word: text('failed'), condition: 'failed' };
}

interface BatchCounts {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly pending: number;
}

/** Returns the request counts, of which the API omits zeros. Undefined if all are missing. */
export function batchCounts(metadata: JsonObject): BatchCounts | undefined {
  const stats = objectAt(metadata, 'batchStats');
  const count = (name: string): number => {
    const value = Number(stats[name] ?? 0);
    return Number.isFinite(value) && value > 0 ? value : 0;
  };
  const total = count('requestCount');
  if (total === 0) return undefined;
  return {
    total,
    succeeded: count('successfulRequestCount'),
    failed: count('failedRequestCount'),
    pending: count('pendingRequestCount'),
  };
}

function countFact(resource: JsonObject): Text | undefined {
  const counts = batchCounts(metadataOf(resource));
  if (!counts) return undefined;
  const { total, succeeded, failed } = counts;
  if (stateOf(resource).condition === 'busy') {
    return text('{0} of {1}', compactNumber(succeeded + failed), compactNumber(total));
  }
  return text(total === 1 ? '{0} request' : '{0} requests', compactNumber(total));
}

function failedFact(resource: JsonObject): Text | undefined {
  const { failed = 0 } = batchCounts(metadataOf(resource)) ?? {};
  return failed === 0 ? undefined : text('{0} failed', compactNumber(failed));
}

/** Returns the elapsed time in ms. Undefined once completed. */
function elapsedOf(resource: JsonObject, now: number | undefined): number | undefined {
  if (now === undefined || stateOf(resource).condition !== 'busy') return undefined;
  const begun = Date.parse(textAt(metadataOf(resource), 'createTime'));
  return Number.isNaN(begun) ? undefined : Math.max(0, now - begun);
}

const MINUTE = 60_000;

function timeFact(resource: JsonObject, now: number | undefined): Text | undefined {
  const elapsed = elapsedOf(resource, now);
  if (elapsed === undefined) return undefined;
  if (elapsed < MINUTE) return text('for less than a minute');
  const { message, args } = elapsedText(elapsed);
  // Seconds would redraw the row every second.
  const whole = elapsed < 60 * MINUTE ? text('for {0} min', args[0] ?? 0) : undefined;
  return whole ?? text(`for ${message}`, ...args);
}

function facts(resource: JsonObject, _isSpoken: boolean, now?: number): Parts {
  const model = textAt(metadataOf(resource), 'model').replace(/^models\//, '');
  return [
    stateOf(resource).word,
    countFact(resource),
    failedFact(resource),
    timeFact(resource, now),
    model === '' ? undefined : text('{0}', model),
  ];
}

function badge(resource: JsonObject): Badge | undefined {
  if (stateOf(resource).condition !== undefined) return undefined;
  const failed = failedFact(resource);
  return failed && { text: '!', spoken: text('some requests failed') };
}

/** Whether there are responses to open. Their location is only in the batch itself, not in lists. */
function hasResults(resource: JsonObject): boolean {
  return resource.done === true && resource.error === undefined;
}

function hasFailures(resource: JsonObject): boolean {
  if (resource.done !== true) return false;
  const counts = batchCounts(metadataOf(resource));
  return resource.error !== undefined || (counts !== undefined && counts.succeeded < counts.total);
}

function isEmbedding(resource: JsonObject): boolean {
  return textAt(metadataOf(resource), '@type').endsWith('EmbedContentBatch');
}

/** Asynchronous requests, processed within 24 hours at half price. */
export const batch = {
  pattern: 'batches/*',
  message: 'google.longrunning.Operation',
  icon: 'tasklist',
  noun: text('batch'),
  nouns: text('batches'),
  title: text('Batches'),
  empty: text('There are no batches.'),
  purpose: text('requests at half price'),
  label: (resource) => textAt(metadataOf(resource), 'displayName').trim() || lastId(resource),
  hasTwins: true,
  ...toldBy(facts),
  tooltip: (resource) => {
    const metadata = metadataOf(resource);
    const counts = batchCounts(metadata);
    return new Facts()
      .add('Name', resource.name)
      .tell('Generates', isEmbedding(resource) ? text('embeddings') : text('responses'))
      .add('Model', metadata.model)
      .tell('State', stateOf(resource).word)
      .add('Requests', counts?.total)
      .add('Succeeded', counts?.succeeded)
      .add('Failed', counts?.failed)
      .add('Waiting', counts?.pending)
      .add('Created', metadata.createTime)
      .add('Updated', metadata.updateTime)
      .add('Completed', metadata.endTime)
      .add('Error', objectAt(resource, 'error').message).rows;
  },
  icons: (resource) => stateOf(resource).icon,
  condition: (resource) => stateOf(resource).condition,
  badge,
  state: (resource) => stateOf(resource).word,
  gone: {
    statuses: [403, 404],
    why: text('The server deletes batch jobs some time after they end.'),
  },
  verbs: {
    openResults: hasResults,
    resubmitFailed: hasFailures,
    exportResults: hasResults,
    cancelBatch: (resource) => resource.done !== true,
  },
  collectionVerbs: ['createBatch'],
} as const satisfies KindRow;
