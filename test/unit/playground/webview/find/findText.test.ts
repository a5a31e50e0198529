import assert from 'node:assert/strict';
import { searchPattern } from '../../../../../src/playground/webview/find/findText';

describe('searching messages', () => {
  for (const [query, text, found] of [
    ['kite', 'Kites and KITES', ['Kite', 'KITE']],
    ['a b', 'a  b, a\nb, ab', ['a  b', 'a\nb']],
    ['f(x) {', 'let f(x) { }', ['f(x) {']],
    ['/* ^$.|?+[a]-', 'x /* ^$.|?+[a]- y', ['/* ^$.|?+[a]-']],
    ['é😀', 'É😀', ['É😀']],
  ] as const) {
    it(`finds ${JSON.stringify(query)} in ${JSON.stringify(text)}`, () => {
      const pattern = searchPattern(query);
      assert.ok(pattern);
      assert.deepEqual(text.match(pattern), found);
    });
  }

  it('finds nothing without a query', () => {
    assert.equal(searchPattern(''), undefined);
  });
});
