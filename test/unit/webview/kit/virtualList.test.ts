import assert from 'node:assert/strict';
import { RowHeights } from '../../../../src/webview/kit/virtualList';

describe('where the rows of a long list are', () => {
  const ids = Array.from({ length: 10_000 }, (_, at) => `row ${at}`);
  let rows: RowHeights;
  beforeEach(() => {
    rows = new RowHeights(22);
    rows.setRows(ids);
  });

  it('takes rows that were never drawn for as high as the first that were', () => {
    assert.equal(rows.top(ids.length), 220_000);
    assert.ok(
      rows.measure(
        new Map([
          ['row 0', 40],
          ['row 1', 20],
        ]),
      ),
    );
    assert.equal(rows.top(1), 40);
    assert.equal(rows.top(2), 60);
    assert.equal(rows.top(ids.length), 300_000);
    assert.ok(!rows.measure(new Map([['row 7', 30]])), 'nothing moves');
    assert.ok(rows.measure(new Map([['row 9', 90]])));
    assert.equal(rows.top(ids.length), 300_060);
  });

  it('finds the row at a place, the first above and the last below all', () => {
    rows.measure(new Map([['row 0', 22]]));
    rows.measure(new Map([['row 1', 100]]));
    for (const [offset, row] of [
      [-50, 0],
      [0, 0],
      [21.9, 0],
      [22, 1],
      [121, 1],
      [122, 2],
      [1e9, 9_999],
    ] as const) {
      assert.equal(rows.rowAt(offset), row, String(offset));
    }
    rows.setRows([]);
    assert.equal(rows.rowAt(10), 0);
    assert.equal(rows.top(0), 0);
  });

  it('keeps what was measured when rows change their order, and forgets it with the width', () => {
    rows.measure(new Map([['row 0', 22]]));
    rows.measure(new Map([['row 5', 72]]));
    rows.setRows(ids.toReversed());
    assert.equal(rows.top(9_995), 9_994 * 22 + 72);
    rows.forget();
    assert.equal(rows.top(9_995), 9_995 * 22);
  });
});
