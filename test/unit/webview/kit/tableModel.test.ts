import assert from 'node:assert/strict';
import { signal } from '@preact/signals';
import { moveBorder } from '../../../../src/webview/kit/tableColumns';
import { nextSorting, sortRows, TableModel } from '../../../../src/webview/kit/tableModel';

import type { TableRow } from '../../../../src/webview/tableRows';

const row = (id: string, ...texts: readonly string[]): TableRow => ({
  id,
  cells: texts.map((text) => ({ text })),
  isSelectable: !texts.includes('owner'),
});
const ids = (rows: readonly TableRow[]) => rows.map(({ id }) => id).join('');

describe('the order of rows', () => {
  it('sorts numbers by value and words as people do, and goes back to how they came', () => {
    const rows = [
      row('a', '0.5'),
      row('b', '0.25'),
      row('c', '1,200'),
      row('d', 'item 10'),
      row('e', 'item 9'),
    ];
    assert.equal(ids(sortRows(rows, undefined)), 'abcde');
    const up = nextSorting(undefined, 0);
    const down = nextSorting(up, 0);
    assert.equal(ids(sortRows(rows, up)), 'baced');
    assert.equal(ids(sortRows(rows, down)), 'decab');
    assert.equal(nextSorting(down, 0), undefined);
    assert.deepEqual(nextSorting(down, 1), { column: 1, isDescending: false });
  });

  it('has empty cells last, up and down', () => {
    const rows = [row('a', ''), row('b', '0.5'), row('c', ''), row('d', '0.25'), row('e', 'item')];
    const up = nextSorting(undefined, 0);
    assert.equal(ids(sortRows(rows, up)), 'dbeac');
    assert.equal(ids(sortRows(rows, nextSorting(up, 0))), 'ebdac');
  });
});

describe('a table as its user has arranged it', () => {
  const LETTERS = 'abcdefgh'.split('');
  const rows = signal<readonly TableRow[]>([]);
  let table: TableModel;
  const selected = () => [...table.selected].sort().join('');

  beforeEach(() => {
    rows.value = LETTERS.map((id, at) => row(id, `Person ${at}`, at === 3 ? 'owner' : 'reader'));
    table = new TableModel(rows);
  });

  it('shows the rows that have all words of the filter, in their order', () => {
    table.filter.value = ' PERSON  3';
    assert.equal(ids(table.shown.value), 'd');
    table.filter.value = 'reader person';
    table.sortBy(0);
    table.sortBy(0);
    assert.equal(ids(table.shown.value), 'hgfecba');
    table.filter.value = 'nobody';
    assert.equal(ids(table.shown.value), '');
  });

  it('selects a range from the row that was chosen before, without what may not be selected', () => {
    table.select('b', true);
    table.select('f', true, true);
    assert.equal(selected(), 'bcef');
    table.select('c', false);
    table.select('e', false, true);
    assert.equal(selected(), 'bf');
  });

  it('extends the selection with the keyboard, and takes it back on the way back', () => {
    table.moveTo(2);
    table.moveTo(3, true);
    table.moveTo(4, true);
    table.moveTo(5, true);
    assert.equal(selected(), 'cef');
    table.moveTo(4, true);
    assert.equal(selected(), 'ce');
    table.moveTo(0, true);
    assert.equal(selected(), 'abc');
    assert.equal(table.activeIndex, 0);
  });

  it('selects all that are shown, and keeps what is selected behind a filter', () => {
    table.select('a', true);
    table.filter.value = 'person 7';
    table.selectAll(true);
    assert.equal(selected(), 'ah');
    table.selectAll(false);
    assert.equal(selected(), 'a');
    table.clearSelection();
    assert.equal(selected(), '');
  });

  it('keeps what was chosen while rows come and go, and forgets what went', () => {
    table.select('a', true);
    table.select('g', true);
    rows.value = rows.value.filter(({ id }) => id !== 'g');
    table.dropMissing();
    rows.value = [...rows.value, row('g', 'Person 6', 'reader')];
    table.dropMissing();
    assert.equal(selected(), 'a');
    assert.deepEqual(table.state.value, {
      selected: ['a'],
      sorting: undefined,
      filter: '',
      widths: undefined,
    });
    const again = new TableModel(rows, {
      selected: ['a'],
      sorting: { column: 0, isDescending: true },
    });
    assert.equal(ids(again.shown.value)[0], 'h');
    assert.deepEqual([...again.selected], ['a']);
  });
});

describe('a table whose columns come and go', () => {
  const [name, file, price] = ['Case', 'File', 'Price'].map((title) => ({ title }));
  const rows = signal([row('a', 'kite', '2'), row('b', 'boat', '1')]);

  it('stays sorted by the same column, and by none where that is gone', () => {
    assert.ok(name && file && price);
    const table = new TableModel(rows);
    table.sortBy(2);
    table.sortBy(2);
    table.changeColumns([name, file, price], [name, price]);
    assert.deepEqual(table.sorting, { column: 1, isDescending: true });
    assert.equal(ids(table.shown.value), 'ab');
    table.changeColumns([name, price], [name, { ...price, group: 'flash' }]);
    assert.equal(table.sorting, undefined);
  });
});

describe('the borders of columns', () => {
  it('move as far as there is room on both sides', () => {
    assert.deepEqual(moveBorder([100, 200, 300], 0, 30), [130, 170, 300]);
    assert.deepEqual(moveBorder([100, 200, 300], 1, -500), [100, 40, 460]);
    assert.deepEqual(moveBorder([100, 200, 300], 1, 500), [100, 460, 40]);
    assert.deepEqual(moveBorder([30, 30], 0, 10), [30, 30]);
    assert.deepEqual(moveBorder([30, 30], 0, -10), [30, 30]);
  });
});
