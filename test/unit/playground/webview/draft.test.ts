import assert from 'node:assert/strict';
import { estimateTokens, utf8Length } from '../../../../src/playground/webview/composer';
import {
  draftOf,
  isBlank,
  isHeld,
  messageOf,
  restored,
} from '../../../../src/playground/webview/draft';

describe('draft', () => {
  it('holds long insertions apart from the text field', () => {
    assert.equal(isHeld(99_999, 0), false);
    assert.equal(isHeld(10 * 1024 * 1024, 0), true);
    assert.equal(isHeld(5000, 199_000), true);
    assert.equal(isHeld(1, 300_000), false);
    const long = 'x'.repeat(200_000);
    assert.deepEqual(draftOf(long), { text: '', held: [long] });
    assert.deepEqual(draftOf('x'), { text: 'x', held: [] });
  });

  it('makes one message, and none of nothing', () => {
    assert.equal(messageOf({ text: 'Why?', held: ['log', ' '] }), 'Why?\n\nlog');
    assert.equal(messageOf({ text: ' \n', held: [] }), '');
    assert.equal(isBlank({ text: ' \n', held: [' '] }), true);
    assert.equal(isBlank({ text: '', held: ['x'] }), false);
  });

  it('comes back before what was written since', () => {
    const back = restored({ text: 'a', held: ['1'] }, { text: 'b', held: ['2'] });
    assert.deepEqual(back, { text: 'a\n\nb', held: ['1', '2'] });
    assert.deepEqual(restored({ text: 'a', held: [] }, { text: '', held: [] }).text, 'a');
  });
});

describe('size of a text', () => {
  it('is counted in UTF-8', () => {
    for (const text of ['', 'abc', 'é', '漢字', '😀', 'a😀é漢']) {
      assert.equal(utf8Length(text), Buffer.byteLength(text), text);
    }
  });

  it('is guessed in tokens with two digits', () => {
    assert.deepEqual(
      [0, 1, 399, 4000, 10 * 1024 * 1024].map(estimateTokens),
      [0, 1, 100, 1000, 2_600_000],
    );
  });
});
