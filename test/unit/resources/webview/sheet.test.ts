import assert from 'node:assert/strict';
import { cleanSheet } from '../../../../src/resources/sheets/cleanSheet';
import type { TableRow } from '../../../../src/webview/tableRows';
import { ticks } from '../../../../src/resources/webview/chart';

const row = (id: string, ...texts: readonly string[]): TableRow => ({
  id,
  cells: texts.map((text) => ({ text })),
});

describe('the content of sheets', () => {
  it('hides nothing and turns nothing around; ids stay, and lines of texts', () => {
    const clean = cleanSheet({
      title: 'a\u202eb',
      blocks: [
        { kind: 'text', text: 'one\r\ntwo\u200b' },
        {
          kind: 'table',
          id: 't',
          caption: 'c\u202e',
          columns: [],
          empty: '',
          rows: [row('x\u202e', 'y\u202ez')],
        },
      ],
    });
    assert.equal(clean.title, 'a\\u202eb');
    const [text, table] = clean.blocks;
    assert.ok(text?.kind === 'text' && table?.kind === 'table');
    assert.equal(text.text, 'one\ntwo\\u200b');
    assert.equal(table.caption, 'c\\u202e');
    assert.deepEqual(table.rows[0], row('x\u202e', 'y\\u202ez'));
  });

  it('has round ticks around all values', () => {
    assert.deepEqual(ticks([0.1, 0.33], 4), [0.1, 0.2, 0.3, 0.4]);
    assert.deepEqual(ticks([1, 38], 9), [0, 5, 10, 15, 20, 25, 30, 35, 40]);
    for (const odd of [[], [NaN], [7, 7], [0], [-3, 5e9], [1e-9, 2e-9]]) {
      const axis = ticks(odd, 5);
      assert.ok(axis.length >= 2 && axis.length <= 51, String(odd));
      assert.ok(axis.every(Number.isFinite));
      for (const value of odd.filter(Number.isFinite)) {
        assert.ok(axis[0]! <= value && value <= axis.at(-1)!, String(odd));
      }
    }
  });
});
