import { objectAt, textAt } from '../../base/json';
import { RESOURCE_ID } from '../../api/schema/fieldLimits';
import type { JsonObject } from '../../api/schema/row';
import type { Condition, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { dayOf, displayLabel, Facts, lastId, metadataLine, wordsOf } from './facts';

export const corpus = {
  pattern: 'corpora/*',
  message: 'Corpus',
  icon: 'library',
  noun: text('corpus'),
  nouns: text('corpora'),
  title: text('Corpora'),
  empty: text('There are no corpora.'),
  purpose: text('to search in your texts'),
  instead: text('File search stores replace corpora. For short content, use the prompt instead.'),
  older: true,
  label: displayLabel,
  hasTwins: true,
  description: (resource) => {
    const day = dayOf(resource, 'updateTime');
    return day === undefined ? undefined : text('updated {0}', day);
  },
  spoken: (resource) => {
    const day = dayOf(resource, 'updateTime');
    return day === undefined ? undefined : text('updated on {0}', day);
  },
  tooltip: (resource) =>
    new Facts()
      .add('Name', resource.name)
      .add('Created', resource.createTime)
      .add('Updated', resource.updateTime).rows,
  verbs: {
    search: () => true,
    answer: () => true,
    importResource: () => true,
    exportResource: () => true,
    moveToStore: () => true,
    share: () => true,
  },
  collectionVerbs: ['importResource'],
  template: { displayName: '' },
  id: RESOURCE_ID,
  restored: text('not the creation time'),
} as const satisfies KindRow;

function facts(resource: JsonObject): Text | undefined {
  const line = metadataLine(resource);
  return line === '' ? undefined : text('{0}', line);
}

export const document = {
  pattern: 'corpora/*/documents/*',
  message: 'Document',
  icon: 'file-text',
  noun: text('document'),
  nouns: text('documents'),
  title: text('Documents'),
  empty: text('The corpus has no documents.'),
  purpose: text('with searchable text'),
  instead: text('File search stores replace corpora. For short content, use the prompt instead.'),
  label: displayLabel,
  hasTwins: true,
  description: facts,
  spoken: facts,
  tooltip: (resource) =>
    new Facts()
      .add('Name', resource.name)
      .add('Metadata', metadataLine(resource))
      .add('Created', resource.createTime)
      .add('Updated', resource.updateTime).rows,
  verbs: {
    search: () => true,
    answer: () => true,
    importChunks: () => true,
    exportResource: () => true,
  },
  collectionVerbs: ['importResource'],
  template: { displayName: '', customMetadata: [] },
  id: RESOURCE_ID,
  restored: text('not the creation time'),
} as const satisfies KindRow;

interface StateWords {
  readonly word: Text;
  readonly condition?: Condition;
}

const STATES: { readonly [state: string]: StateWords } = {
  STATE_PENDING_PROCESSING: { word: text('pending'), condition: 'busy' },
  STATE_ACTIVE: { word: text('active') },
  STATE_FAILED: { word: text('failed'), condition: 'failed' },
};

// Maximum characters of a chunk in its row and for screen readers.
const SHORT = 80;
const LONG = 300;

function stateOf(resource: JsonObject): StateWords | undefined {
  return wordsOf(STATES, textAt(resource, 'state'));
}

function textOf(resource: JsonObject, most: number): string {
  const whole = textAt(objectAt(resource, 'data'), 'stringValue').trim();
  return whole.length > most ? `${whole.slice(0, most)}…` : whole;
}

/** Searchable chunks of a document. The active state isn't shown. */
export const chunk = {
  pattern: 'corpora/*/documents/*/chunks/*',
  message: 'Chunk',
  icon: 'symbol-string',
  noun: text('chunk'),
  nouns: text('chunks'),
  title: text('Chunks'),
  empty: text('The document has no chunks.'),
  purpose: text('a searchable passage'),
  instead: text('File search stores replace corpora. For short content, use the prompt instead.'),
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
  batchDelete: 'corpora.documents.chunks.batchDelete',
  template: { data: { stringValue: '' }, customMetadata: [] },
  id: RESOURCE_ID,
  restored: text('not the creation time'),
} as const satisfies KindRow;
