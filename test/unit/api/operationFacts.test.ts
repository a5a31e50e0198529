import assert from 'node:assert/strict';
import { operationIds, operationRow } from '../../../src/api/operations';

// Typed by hand from what the service documents, so that a row cannot agree with itself alone.

describe('what the service documents of its operations', () => {
  it('has these pages: how many items by default, and at most', () => {
    const pages = Object.fromEntries(
      operationIds().flatMap((id) => {
        const { paging } = operationRow(id);
        return paging ? [[id, [paging.items, paging.size, paging.max]]] : [];
      }),
    );
    assert.deepEqual(pages, {
      'models.list': ['models', 50, 1000],
      'tunedModels.list': ['tunedModels', 10, 1000],
      'tunedModels.permissions.list': ['permissions', 10, 1000],
      'tunedModels.operations.list': ['operations', undefined, undefined],
      'corpora.list': ['corpora', 10, 20],
      'corpora.permissions.list': ['permissions', 10, 1000],
      'corpora.documents.list': ['documents', 10, 20],
      'corpora.documents.chunks.list': ['chunks', 10, 100],
      'files.list': ['files', 10, 100],
      'operations.list': ['operations', undefined, undefined],
    });
  });

  it('takes an API key for all but what belongs to a person', () => {
    for (const id of operationIds()) {
      const isPersonal = /^corpora\.|\.permissions\.|\.transferOwnership$/.test(id);
      const isTuned = id.startsWith('tunedModels.');
      const expected = isPersonal ? 'oauth' : isTuned ? 'documentedOauth' : 'apiKey';
      assert.equal(operationRow(id).credential, expected, id);
    }
  });
});
