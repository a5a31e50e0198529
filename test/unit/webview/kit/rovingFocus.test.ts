import assert from 'node:assert/strict';
import { overflowing } from '../../../../src/playground/webview/toolbar';
import { nextIndex } from '../../../../src/webview/kit/rovingFocus';

describe('the keys of lists and toolbars', () => {
  const list = { orientation: 'vertical', page: 10 } as const;
  const bar = { orientation: 'horizontal' } as const;
  const curve = { orientation: 'horizontal', stops: true } as const;
  for (const [key, at, course, to] of [
    ['ArrowDown', 0, list, 1],
    ['ArrowDown', 19, list, 0],
    ['ArrowDown', -1, list, 0],
    ['ArrowUp', 0, list, 19],
    ['Home', 7, list, 0],
    ['End', 7, list, 19],
    ['PageDown', 15, list, 19],
    ['PageUp', 3, list, 0],
    ['ArrowRight', 3, bar, 4],
    ['ArrowLeft', 0, bar, 19],
    ['ArrowLeft', 0, curve, 0],
    ['ArrowDown', 3, bar, undefined],
    ['Enter', 3, list, undefined],
  ] as const) {
    it(`${key} leads from ${at} to ${to ?? 'nowhere'}, ${course.orientation}`, () => {
      assert.equal(nextIndex(key, at, 20, course), to);
    });
  }
});

describe('a row with less room than it needs', () => {
  const items = [
    { id: 'model', width: 120, rank: 1, shrinks: true },
    { id: 'mode', width: 50, rank: 2 },
    { id: 'connection', width: 90, rank: 4 },
    { id: 'code', width: 22, rank: 6 },
    { id: 'new', width: 22, rank: 3 },
    { id: 'settings', width: 22, rank: 0 },
  ];
  const hidden = (width: number): string =>
    [...overflowing(items, { width, gap: 2, moreWidth: 24 })].sort().join(' ');

  it('hides what matters least, and makes room for what leads there', () => {
    assert.equal(hidden(335), 'connection');
    assert.equal(hidden(260), 'code connection');
    assert.equal(hidden(240), 'code connection new');
    assert.equal(hidden(180), 'code connection mode new');
  });

  it('keeps what can be cut off, and what matters more', () => {
    assert.equal(hidden(60), 'code connection mode new');
    assert.equal(hidden(0), 'code connection mode new settings');
  });
});
