import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/event';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { collectionNode } from '../../../../src/resources/tree/buildNodes';
import { filterByAccess, MAX_OPEN_ROWS, OpenRows } from '../../../../src/resources/tree/viewState';
import { FakeMemento } from '../../../fakes/memento';
import { fakeRoom, MINE } from '../../../fakes/room';

interface Row {
  readonly element: string;
}

function create(kept: FakeMemento) {
  const expanded = new Emitter<Row>();
  const collapsed = new Emitter<Row>();
  const view = { onDidExpandElement: expanded.event, onDidCollapseElement: collapsed.event };
  const rows = new OpenRows<string>(view, kept, (row) => row);
  return {
    rows,
    open: (element: string) => expanded.fire({ element }),
    close: (element: string) => collapsed.fire({ element }),
  };
}

describe('rows that were left open', () => {
  it('are open again in the next window, and closed ones closed', () => {
    const kept = new FakeMemento();
    const before = create(kept);
    before.open('corpus');
    before.open('models');
    before.close('models');
    const { rows } = create(kept);
    assert.equal(rows.wasOpen('corpus'), true);
    assert.equal(rows.wasOpen('models'), false);
    assert.equal(rows.wasOpen('files'), undefined);
  });

  it('are the latest only, so that a window does not ask for hundreds of lists', () => {
    const kept = new FakeMemento();
    const { open, rows } = create(kept);
    open('first');
    open('second');
    open('first');
    for (let row = 2; row <= MAX_OPEN_ROWS; row += 1) open(`row ${row}`);
    assert.equal(rows.wasOpen('first'), true);
    assert.equal(rows.wasOpen('second'), undefined);
  });
});

describe('listing tuned models by access', () => {
  const root: ResourceRef = {
    connection: MINE.id,
    version: 'v1beta3',
    kind: 'tunedModel',
    name: '',
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
    const { room, clients, store } = inRoom('Shared with everyone');
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
});
