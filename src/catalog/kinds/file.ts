import { objectAt, textAt } from '../../api/json';
import type { JsonObject } from '../../api/schema/row';
import type { Condition, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { displayLabel, Facts, joined, wordsOf } from './facts';

interface StateWords {
  readonly word: Text;
  readonly condition?: Condition;
}

const STATES: { readonly [state: string]: StateWords } = {
  PROCESSING: { word: text('processing'), condition: 'busy' },
  ACTIVE: { word: text('active') },
  FAILED: { word: text('failed'), condition: 'failed' },
};

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

function stateOf(resource: JsonObject): StateWords | undefined {
  return wordsOf(STATES, textAt(resource, 'state'));
}

/** `sizeBytes` as people read it; undefined where it is no number. */
function sizeOf(resource: JsonObject): string | undefined {
  const bytes = Number(textAt(resource, 'sizeBytes') || Number.NaN);
  if (!Number.isFinite(bytes) || bytes < 0) return undefined;
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1000)), 3);
  const value = bytes / 1000 ** power;
  return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[power] ?? ''}`;
}

const MINUTE = 60_000;

/** How long the service keeps it, in whole hours or minutes; undefined where that is not said. */
function leftOf(resource: JsonObject, now: number | undefined): Text | undefined {
  const end = Date.parse(textAt(resource, 'expirationTime'));
  if (Number.isNaN(end) || now === undefined) return undefined;
  const minutes = Math.floor((end - now) / MINUTE);
  if (minutes < 0) return text('expired');
  return minutes < 60
    ? text('{0} min left', minutes)
    : text('{0} h left', Math.floor(minutes / 60));
}

function facts(resource: JsonObject, separator: string, now: number | undefined): Text | undefined {
  const state = stateOf(resource);
  const size = sizeOf(resource);
  const parts = [
    state?.condition && state.word,
    size === undefined ? undefined : text('{0}', size),
    leftOf(resource, now),
  ];
  return joined(parts, separator);
}

/** Files for prompts. The service deletes them 48 hours after they came. */
export const file = {
  pattern: 'files/*',
  message: 'File',
  icon: 'file',
  noun: text('file'),
  nouns: text('files'),
  title: text('Files'),
  empty: text('There are no files.'),
  label: displayLabel,
  description: (resource, now) => facts(resource, ' · ', now),
  spoken: (resource, now) => facts(resource, ', ', now),
  tooltip: (resource) =>
    new Facts()
      .add('Name', resource.name)
      .add('Type', resource.mimeType)
      .add('Size', sizeOf(resource))
      .tell('State', stateOf(resource)?.word)
      .add('Error', objectAt(resource, 'error').message)
      .add('Created', resource.createTime)
      .add('Deleted by the service', resource.expirationTime)
      .add('Address for prompts', resource.uri).rows,
  condition: (resource) => stateOf(resource)?.condition,
  state: (resource) => stateOf(resource)?.word,
  verbs: {
    askAboutFile: (resource) => textAt(resource, 'state') === 'ACTIVE',
    copyUri: (resource) => textAt(resource, 'uri') !== '',
    downloadFile: (resource) => textAt(resource, 'downloadUri') !== '',
    uploadAgain: () => true,
  },
  collectionVerbs: ['uploadFiles', 'deleteStale'],
} as const satisfies KindRow;
