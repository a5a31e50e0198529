import { localizedText } from '../../../src/base/format';
import assert from 'node:assert/strict';
import { resourceVerbs } from '../../../src/catalog/kindOperations';
import { kindRow } from '../../../src/catalog/kinds';
import type { Text } from '../../../src/catalog/text';

const shown = (text: Text | undefined) => text && localizedText(text);
const store = kindRow('fileSearchStore');
const document = kindRow('fileSearchDocument');
const NAME = 'fileSearchStores/harbour-3k8w1z6q0xnd';

describe('file search stores as rows', () => {
  it('say what needs a look first, then how many documents there are, and their size', () => {
    const full = {
      name: NAME,
      displayName: 'Harbour',
      activeDocumentsCount: '12',
      pendingDocumentsCount: '2',
      failedDocumentsCount: '1',
      sizeBytes: '1234567',
    };
    assert.equal(store.label(full), 'Harbour');
    assert.equal(shown(store.description(full)), '2 pending · 1 failed · 15 documents · 1.2 MB');
    assert.match(shown(store.spoken(full)) ?? '', /^2 pending, 1 failed, 15 documents, 1.2 mega/);
    assert.equal(store.condition?.(full), 'busy');
    assert.equal(shown(store.badge?.(full)?.spoken), 'has failed documents');
    assert.equal(store.contents?.(full), 15);
  });

  it('believe no numbers that a stranger makes up', () => {
    const odd = {
      name: NAME,
      activeDocumentsCount: 'many',
      sizeBytes: '-5',
      failedDocumentsCount: 3,
    };
    assert.equal(shown(store.description(odd)), 'empty');
  });

  it('have documents with state, type, size and metadata, of which nothing can be changed', () => {
    const pending = {
      name: `${NAME}/documents/rules-md`,
      displayName: 'Rules.md',
      state: 'STATE_PENDING',
      mimeType: 'text/markdown',
      sizeBytes: '2048',
      customMetadata: [{ key: 'genre', stringValue: 'rules' }],
    };
    assert.equal(shown(document.description(pending)), 'pending · text · 2.0 KB · genre: rules');
    assert.equal(document.condition?.(pending), 'busy');
    const active = { ...pending, state: 'STATE_ACTIVE', customMetadata: [] };
    assert.equal(shown(document.description(active)), 'text · 2.0 KB');
    assert.equal(shown(document.state?.(active)), 'active');
    assert.equal(document.condition?.({ ...pending, state: 'STATE_FAILED' }), 'failed');
    assert.deepEqual(resourceVerbs('fileSearchDocument', 'v1beta', active), [
      'open',
      'refresh',
      'delete',
      'copyName',
    ]);
  });
});
