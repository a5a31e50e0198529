import assert from 'node:assert/strict';
import { labelText, markdownText, messageText, plainText } from '../../../src/platform/plainText';

describe('texts from elsewhere', () => {
  it('show what would be invisible or turn the direction', () => {
    assert.equal(plainText('a\u202ecod.exe'), 'a\\u202ecod.exe');
    assert.equal(plainText('a\u2066b\u200bc\u0007'), 'a\\u2066b\\u200bc\\u0007');
    assert.equal(plainText('\u001b[31mred'), '\\u001b[31mred');
    assert.equal(plainText('two\nlines'), 'two lines');
  });

  it('keep letters of every script, and emoji', () => {
    for (const text of ['Größe', 'שלום', '日本語', '👩‍👩‍👧', '1.0M in · 8k out']) {
      assert.equal(plainText(text), text);
    }
  });

  it('draw no icons in labels', () => {
    assert.equal(labelText('$(trash) $(x~spin)'), '\\$(trash) \\$(x~spin)');
  });

  it('make no links in messages', () => {
    assert.equal(messageText('[x](command:evil)'), '[x] (command:evil)');
  });

  it('hide nothing in messages', () => {
    assert.equal(messageText('models/\u202ex\nis not found'), 'models/\\u202ex is not found');
  });

  it('are no markup in Markdown', () => {
    const hostile = '![x](https://canary) <img src=x> `a` | $(trash) **b** [c](command:d) &lt;';
    assert.doesNotMatch(markdownText(hostile).replace(/&#\d+;/g, ''), /[^\w\s]/);
  });
});
