import assert from 'node:assert/strict';
import {
  arrangeTurns,
  EMPTY_LAYOUT,
  type TurnLayout,
} from '../../../../../src/playground/webview/conversation/turnGroups';

describe('the turns of a conversation in groups', () => {
  const ids = (from: number, to: number): readonly string[] =>
    Array.from({ length: to - from }, (_, at) => `t${from + at}`);
  const sizes = ({ groups }: TurnLayout): readonly number[] =>
    groups.map((group) => group.ids.length);
  const inOrder = ({ groups }: TurnLayout): readonly string[] =>
    groups.flatMap((group) => group.ids);

  it('are 24 each, and the last of those that came are laid out at once', () => {
    const layout = arrangeTurns(EMPTY_LAYOUT, ids(0, 60));
    assert.deepEqual(sizes(layout), [24, 24, 12]);
    assert.deepEqual(inOrder(layout), ids(0, 60));
    assert.deepEqual([...layout.atOnce], ids(44, 60));
  });

  it('leave the groups alone in which nothing changed', () => {
    const before = arrangeTurns(EMPTY_LAYOUT, ids(0, 60));
    const after = arrangeTurns(before, ids(0, 62));
    assert.deepEqual(sizes(after), [24, 24, 14]);
    assert.equal(after.groups[0], before.groups[0]);
    assert.equal(after.groups[1], before.groups[1]);
    assert.equal(after.groups[2]?.key, before.groups[2]?.key);
    assert.deepEqual([...after.atOnce], ['t60', 't61']);
    assert.deepEqual(arrangeTurns(after, ids(0, 62)).groups, after.groups);
  });

  it('stay in their group where others come before or between them, or go', () => {
    const before = arrangeTurns(EMPTY_LAYOUT, ids(0, 48));
    const between = arrangeTurns(before, [...ids(0, 10), 'new', ...ids(10, 48)]);
    assert.deepEqual(sizes(between), [25, 24]);
    assert.equal(between.groups[1], before.groups[1]);
    const first = arrangeTurns(before, ['new', ...ids(0, 48)]);
    assert.deepEqual(sizes(first), [1, 24, 24]);
    assert.deepEqual(first.groups.slice(1), before.groups);
    const last = arrangeTurns(before, [...ids(0, 48), 'new']);
    assert.deepEqual(sizes(last), [24, 24, 1]);
    const fewer = arrangeTurns(before, ids(24, 48));
    assert.deepEqual(fewer.groups, before.groups.slice(1));
  });

  it('have their order, and groups of different keys, whatever comes', () => {
    let layout = arrangeTurns(EMPTY_LAYOUT, ids(0, 50));
    for (const next of [
      [...ids(30, 50), ...ids(0, 30)],
      ['a', ...ids(5, 45), 'b', 't0'],
      ids(0, 50),
      [...ids(0, 50)].reverse(),
      [],
      ids(0, 3),
    ]) {
      layout = arrangeTurns(layout, next);
      assert.deepEqual(inOrder(layout), next);
      assert.equal(new Set(layout.groups.map(({ key }) => key)).size, layout.groups.length);
    }
  });
});
