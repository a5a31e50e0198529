import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { removeResources } from '../../../../src/resources/remove/removeResources';
import { fakeRoom } from '../../../fakes/room';
import { refTo } from './removing';

const STORE = 'fileSearchStores/harbour-3k8w1z6q0xnd';
const DOCUMENT = `${STORE}/documents/rules-t5c0v9m2h7ra`;

/** A service with one store, of which it says how much is in it. */
function storeRoom(counts: JsonObject, ...answers: readonly (string | undefined)[]) {
  const deleted: JsonObject[] = [];
  const world = fakeRoom(
    ({ id, input }) => {
      if (id === 'fileSearchStores.get') return { name: STORE, displayName: 'Harbour', ...counts };
      if (id === 'fileSearchStores.documents.get') return { name: DOCUMENT, displayName: 'Rules' };
      deleted.push({ id, ...input } as JsonObject);
      return {};
    },
    ...answers,
  );
  return { ...world, deleted };
}

describe('deleting a file search store', () => {
  it('asks for its name where it has documents, which go with it, and keeps no copy', async () => {
    const counts = { activeDocumentsCount: '3', failedDocumentsCount: '1' };
    const { room, deleted, prompts, told, folder } = storeRoom(counts, 'Harbour');
    await removeResources(room, [refTo(STORE)]);
    assert.equal(
      prompts.asked[0]?.text,
      'Type “Harbour” to delete the file search store with its 4 documents. This can’t be undone.',
    );
    assert.deepEqual(deleted, [{ id: 'fileSearchStores.delete', name: STORE, force: true }]);
    assert.deepEqual(told, ['Deleted file search store “Harbour”']);
    assert.equal(prompts.lists.length, 0);
    assert.doesNotMatch([...folder('trash').files.values()].join(), /Harbour/);
  });

  it('deletes a document with what it is made of, after one question', async () => {
    const { room, deleted, prompts } = storeRoom({}, 'Delete');
    await removeResources(room, [refTo(DOCUMENT)]);
    assert.match(prompts.asked[0]?.text ?? '', /^Delete document .*This can’t be undone/s);
    assert.deepEqual(deleted, [
      { id: 'fileSearchStores.documents.delete', name: DOCUMENT, force: true },
    ]);
  });
});
