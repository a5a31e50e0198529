import { objectAt, textAt } from '../../api/json';
import type { JsonObject } from '../../api/schema/row';
import type { Condition, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { displayLabel, Facts, wordsOf } from './facts';

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

/** The minute at which the service deletes it, UTC. */
function expiryOf(resource: JsonObject): string | undefined {
  const match = /^\d{4}-(\d\d-\d\d)T(\d\d:\d\d)/.exec(textAt(resource, 'expirationTime'));
  return match ? `${match[1]} ${match[2]} UTC` : undefined;
}

function facts(resource: JsonObject, separator: string): Text | undefined {
  const state = stateOf(resource);
  const parts = [sizeOf(resource), expiryOf(resource) && `until ${expiryOf(resource)}`];
  const rest = parts.filter((part) => part !== undefined).join(separator);
  if (!state?.condition) return rest === '' ? undefined : text('{0}', rest);
  return rest === '' ? state.word : text(`${state.word.message}${separator}{0}`, rest);
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
  description: (resource) => facts(resource, ' · '),
  spoken: (resource) => facts(resource, ', '),
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
  verbs: {},
} as const satisfies KindRow;
