import { sizeText } from '../../base/format';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { Badge, Condition, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { displayLabel, Facts, metadataLine, type Parts, toldBy, wordsOf } from './facts';
import { fileType } from './file';

/** Returns a number, which the API sends as a string and omits if zero. */
function numberOf(resource: JsonObject, field: string): number {
  const count = Number(textAt(resource, field) || 0);
  return Number.isFinite(count) && count > 0 ? count : 0;
}

function documentsOf(resource: JsonObject): number {
  const fields = ['activeDocumentsCount', 'pendingDocumentsCount', 'failedDocumentsCount'];
  return fields.reduce((sum, field) => sum + numberOf(resource, field), 0);
}

function sizeFact(resource: JsonObject, isSpoken: boolean): Text | undefined {
  const bytes = numberOf(resource, 'sizeBytes');
  return bytes === 0 ? undefined : sizeText(bytes, isSpoken);
}

/** Facts that need attention come first, because narrow rows are truncated. */
function storeFacts(resource: JsonObject, isSpoken: boolean): Parts {
  const all = documentsOf(resource);
  const pending = numberOf(resource, 'pendingDocumentsCount');
  const failed = numberOf(resource, 'failedDocumentsCount');
  return [
    pending === 0 ? undefined : text('{0} pending', pending),
    failed === 0 ? undefined : text('{0} failed', failed),
    all === 0 ? text('empty') : text(all === 1 ? '{0} document' : '{0} documents', all),
    sizeFact(resource, isSpoken),
  ];
}

function storeBadge(resource: JsonObject): Badge | undefined {
  const failed = numberOf(resource, 'failedDocumentsCount');
  if (failed === 0) return undefined;
  return { text: '!', spoken: text('has failed documents') };
}

export const fileSearchStore = {
  pattern: 'fileSearchStores/*',
  message: 'FileSearchStore',
  icon: 'database',
  noun: text('file search store'),
  nouns: text('file search stores'),
  title: text('File Search Stores'),
  empty: text('There are no file search stores.'),
  purpose: text('to search in documents'),
  label: displayLabel,
  hasTwins: true,
  ...toldBy(storeFacts),
  tooltip: (resource) =>
    new Facts()
      .add('Name', resource.name)
      .add('Active documents', numberOf(resource, 'activeDocumentsCount'))
      .add('Pending documents', numberOf(resource, 'pendingDocumentsCount'))
      .add('Failed documents', numberOf(resource, 'failedDocumentsCount'))
      .tell('Size', sizeFact(resource, false))
      .add('Embedding model', resource.embeddingModel)
      .add('Created', resource.createTime)
      .add('Updated', resource.updateTime).rows,
  condition: (resource) => (numberOf(resource, 'pendingDocumentsCount') > 0 ? 'busy' : undefined),
  badge: storeBadge,
  size: (resource) => numberOf(resource, 'sizeBytes'),
  contents: documentsOf,
  verbs: { askStore: () => true, fillStore: () => true, importFiles: () => true },
  template: { displayName: '', embeddingModel: '' },
  models: { embeddingModel: 'embedContent' },
} as const satisfies KindRow;

interface StateWords {
  readonly word: Text;
  readonly condition?: Condition;
}

const STATES: { readonly [state: string]: StateWords } = {
  STATE_PENDING: { word: text('pending'), condition: 'busy' },
  STATE_ACTIVE: { word: text('active') },
  STATE_FAILED: { word: text('failed'), condition: 'failed' },
};

function stateOf(resource: JsonObject): StateWords | undefined {
  return wordsOf(STATES, textAt(resource, 'state'));
}

function documentFacts(resource: JsonObject, isSpoken: boolean): Parts {
  const state = stateOf(resource);
  const line = metadataLine(resource);
  return [
    state?.condition && state.word,
    fileType(resource)?.word,
    sizeFact(resource, isSpoken),
    line === '' ? undefined : text('{0}', line),
  ];
}

/** Documents of a file search store. Immutable, without download. */
export const fileSearchDocument = {
  pattern: 'fileSearchStores/*/documents/*',
  message: 'Document',
  icon: 'file-text',
  noun: text('document'),
  nouns: text('documents'),
  title: text('Documents'),
  empty: text('The store has no documents.'),
  purpose: text('files to search in'),
  label: displayLabel,
  hasTwins: true,
  ...toldBy(documentFacts),
  tooltip: (resource) =>
    new Facts()
      .add('Name', resource.name)
      .tell('State', stateOf(resource)?.word)
      .add('Type', resource.mimeType)
      .tell('Size', sizeFact(resource, false))
      .add('Metadata', metadataLine(resource))
      .add('Created', resource.createTime)
      .add('Updated', resource.updateTime).rows,
  icons: (resource) => fileType(resource)?.icon,
  condition: (resource) => stateOf(resource)?.condition,
  state: (resource) => stateOf(resource)?.word,
  type: (resource) => fileType(resource)?.word,
  size: (resource) => numberOf(resource, 'sizeBytes'),
  verbs: {},
  collectionVerbs: ['fillStore'],
  deletedWhole: true,
} as const satisfies KindRow;
