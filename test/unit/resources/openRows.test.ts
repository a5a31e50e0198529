import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event';
import { MOST_REMEMBERED, OpenRows } from '../../../src/resources/tree/viewState';
import { FakeMemento } from '../../fakes/memento';

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
    for (let row = 2; row <= MOST_REMEMBERED; row += 1) open(`row ${row}`);
    assert.equal(rows.wasOpen('first'), true);
    assert.equal(rows.wasOpen('second'), undefined);
  });

  it('are forgotten with what is kept of them', async () => {
    const kept = new FakeMemento();
    const { open, rows } = create(kept);
    open('corpus');
    await kept.update('resources.open', undefined);
    assert.equal(rows.wasOpen('corpus'), undefined);
    open('file');
    assert.deepEqual(kept.get('resources.open'), [['file', true]]);
  });

  for (const odd of [null, 5, 'x', { a: true }, [5, ['a'], ['b', 'yes'], [true, 'c']]]) {
    it(`are none where ${JSON.stringify(odd)} was kept`, async () => {
      const kept = new FakeMemento();
      await kept.update('resources.open', odd);
      const { rows } = create(kept);
      for (const id of ['a', 'b', 'c']) assert.equal(rows.wasOpen(id), undefined);
    });
  }
});
