import assert from 'node:assert/strict';
import type { ResourceRef } from '../../../src/catalog/ref';
import { collectionNode } from '../../../src/resources/tree/buildNodes';
import { filterByAccess } from '../../../src/resources/tree/viewState';
import { fakeRoom, MINE } from '../../fakes/room';

describe('listing tuned models by access', () => {
  const root: ResourceRef = {
    ...{ connection: MINE.id, version: 'v1beta3', kind: 'tunedModel', name: '' },
    collection: true,
  };
  const inRoom = (...answers: readonly (string | undefined)[]) =>
    fakeRoom(
      ({ input }) => {
        const name = `tunedModels/${typeof input.filter === 'string' ? input.filter.replace(':', '-') : 'all'}`;
        return { tunedModels: [{ name }] };
      },
      ...answers,
    );

  it('asks the service for that part, in a version that takes it, and says so on the row', async () => {
    const { room, clients, store } = inRoom('Those shared with everyone');
    await store.list(root);
    await filterByAccess(room, [root]);
    const { items } = await store.list(root);
    assert.deepEqual(items, [{ name: 'tunedModels/readers-everyone' }]);
    assert.deepEqual(
      clients.calls.map(({ input, version }) => [input.filter, version]),
      [
        [undefined, 'v1beta3'],
        ['readers:everyone', 'v1beta'],
      ],
    );
    assert.equal(collectionNode(root, store).part?.message, 'shared with everyone');
  });

  it('lists all again, and marks what is listed now', async () => {
    const { room, store, prompts } = inRoom('Those that I own', 'Mine and those shared with me');
    await filterByAccess(room, [root]);
    assert.equal(store.listFilter(root), 'owner:me');
    await filterByAccess(room, [root]);
    const checked = prompts.asked[1]?.items?.filter(({ icon }) => icon === 'check');
    assert.deepEqual(
      checked?.map(({ label }) => label),
      ['Those that I own'],
    );
    assert.equal(store.listFilter(root), undefined);
    assert.equal(collectionNode(root, store).part, undefined);
  });

  it('leaves the list as it is where nothing is chosen', async () => {
    const { room, store, clients } = inRoom(undefined);
    await store.list(root);
    await filterByAccess(room, [root]);
    await store.list(root);
    assert.equal(clients.calls.length, 1);
  });
});
