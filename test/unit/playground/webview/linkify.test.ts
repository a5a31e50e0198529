import assert from 'node:assert/strict';
import { parseMarkdown } from '../../../../src/playground/webview/markdown/parse';
import type { Piece } from '../../../../src/playground/webview/pieces';

/** The addresses that a text links to, each with its words when they are others. */
function links(pieces: readonly Piece[]): readonly string[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [];
    const inner = 'children' in piece ? piece.children : [];
    if (piece.tag !== 'link') return links(inner);
    const words = inner.filter((one) => typeof one === 'string').join('');
    return words === piece.link.href ? [piece.link.href] : [`${words} → ${piece.link.href}`];
  });
}

const FOUND: { readonly [text: string]: readonly string[] } = {
  'See https://a.test/b?c=d#e.': ['https://a.test/b?c=d#e'],
  'Is it https://a.test/b? Yes, https://a.test/c; done': ['https://a.test/b', 'https://a.test/c'],
  '(see https://a.test/b_(c) and [https://a.test/d])': ['https://a.test/b_(c)', 'https://a.test/d'],
  '**https://a.test/b** and _https://a.test/c_': ['https://a.test/b', 'https://a.test/c'],
  '"https://a.test/b" <https://a.test/c> `https://a.test/d`': [
    'https://a.test/b',
    'https://a.test/c',
  ],
  '请看 https://a.test/b。谢谢（https://a.test/c）': ['https://a.test/b', 'https://a.test/c'],
  'HTTPS://A.test/b at http://localhost:8080/c': [
    'HTTPS://A.test/b → https://a.test/b',
    'http://localhost:8080/c',
  ],
  'https://a.test/K%C3%B6ln%20%25': ['https://a.test/Köln %25 → https://a.test/K%C3%B6ln%20%25'],
  'https://a.test/%zz': ['https://a.test/%zz'],
  'https://bücher.test/': ['https://bücher.test/ → https://xn--bcher-kva.test/'],
  'mailto:a.b@c.test, xmailto:a@b.test and a@b.test': ['mailto:a.b@c.test'],
  '[https://a.test/b](https://c.test/d)': ['https://a.test/b → https://c.test/d'],
  'https://user:word@a.test/b and http://[::1]:8080/c': [
    'https://user:word@a.test/b',
    'http://[::1]:8080/c',
  ],
  'ftp://a.test //a.test https:// main.rs www.a.test xhttps://a.test https://.': [],
};
describe('addresses in a text', () => {
  for (const [text, expected] of Object.entries(FOUND)) {
    it(`are links in: ${text}`, () => {
      assert.deepEqual(links(parseMarkdown(text)), expected);
    });
  }

  it('are found at once in a text of nothing but brackets', () => {
    const began = performance.now();
    parseMarkdown(`https://a.test/${')'.repeat(100_000)}`);
    assert.ok(performance.now() - began < 5000);
  });
});
