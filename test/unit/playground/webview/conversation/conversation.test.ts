import assert from 'node:assert/strict';
import { arrangeTurns } from '../../../../../src/playground/webview/conversation/conversation';

describe('the turns of a conversation in groups', () => {
  const ids = (from: number, to: number): readonly string[] =>
    Array.from({ length: to - from }, (_, at) => `t${from + at}`);

  it('are 24 each, and the newest of those that came are laid out at once', () => {
    const { groups, atOnce } = arrangeTurns(undefined, ids(0, 60));
    assert.deepEqual(groups, [ids(0, 24), ids(24, 48), ids(48, 60)]);
    assert.deepEqual([...atOnce], ids(44, 60));
  });

  it('leave the groups alone in which nothing changed, and stay laid out', () => {
    const before = arrangeTurns(undefined, ids(0, 60));
    const after = arrangeTurns(before, ids(0, 62));
    assert.equal(after.groups[0], before.groups[0]);
    assert.equal(after.groups[1], before.groups[1]);
    assert.deepEqual(after.groups[2], ids(48, 62));
    assert.deepEqual([...after.atOnce], ids(0, 62));
  });
});
