import { objectAt, textAt } from '../../api/json';
import type { JsonObject } from '../../api/schema/row';
import type { Condition, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { Facts, lastId, metadataLine, RESOURCE_ID, wordsOf } from './facts';

interface StateWords {
  readonly word: Text;
  readonly condition?: Condition;
}

const STATES: { readonly [state: string]: StateWords } = {
  STATE_PENDING_PROCESSING: { word: text('pending'), condition: 'busy' },
  STATE_ACTIVE: { word: text('active') },
  STATE_FAILED: { word: text('failed'), condition: 'failed' },
};

// Characters of a chunk that a row and its reading show.
const SHORT = 80;
const LONG = 300;

function stateOf(resource: JsonObject): StateWords | undefined {
  return wordsOf(STATES, textAt(resource, 'state'));
}

function textOf(resource: JsonObject, most: number): string {
  const whole = textAt(objectAt(resource, 'data'), 'stringValue').trim();
  return whole.length > most ? `${whole.slice(0, most)}…` : whole;
}

/** Chunks of a document: what is searched. Active ones say nothing of their state. */
export const chunk = {
  pattern: 'corpora/*/documents/*/chunks/*',
  message: 'Chunk',
  icon: 'symbol-string',
  noun: text('chunk'),
  nouns: text('chunks'),
  title: text('Chunks'),
  empty: text('The document has no chunks.'),
  instead: text(
    'Today’s service has file search stores in their place. Short texts can also stand in the prompt.',
  ),
  label: (resource) => textOf(resource, SHORT) || lastId(resource),
  description: (resource) => {
    const found = stateOf(resource);
    const word = found?.condition && found.word;
    const line = metadataLine(resource);
    if (word) return line === '' ? word : text(`${word.message} · {0}`, line);
    return line === '' ? undefined : text('{0}', line);
  },
  spoken: (resource) => stateOf(resource)?.word,
  tooltip: (resource) =>
    new Facts()
      .add('Name', resource.name)
      .add('Text', textOf(resource, LONG))
      .tell('State', stateOf(resource)?.word)
      .add('Metadata', metadataLine(resource))
      .add('Created', resource.createTime)
      .add('Updated', resource.updateTime).rows,
  condition: (resource) => stateOf(resource)?.condition,
  state: (resource) => stateOf(resource)?.word,
  verbs: { editText: () => true, editSelected: () => true },
  collectionVerbs: ['importChunks'],
  template: { data: { stringValue: '' }, customMetadata: [] },
  id: RESOURCE_ID,
  restored: text('the times of its creation are not'),
} as const satisfies KindRow;
