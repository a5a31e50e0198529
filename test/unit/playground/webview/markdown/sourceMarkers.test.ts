import assert from 'node:assert/strict';
import { parseMarkdown } from '../../../../../src/playground/webview/markdown/parse';
import {
  splitAtMarkers,
  withMarkers,
} from '../../../../../src/playground/webview/markdown/sourceMarkers';
import { outline } from './outline';

/** The text with `[1]` where a marker stands. The bar in the source says where the support ends. */
function marked(source: string, numbers = [1]): string {
  const end = source.indexOf('¦');
  const text = source.replace('¦', '');
  return splitAtMarkers(withMarkers(text, [{ end, numbers }]))
    .map((piece) => (typeof piece === 'string' ? piece : `[${piece}]`))
    .join('');
}

describe('markers of sources in a text', () => {
  const places: readonly (readonly [what: string, source: string, expected: string])[] = [
    ['behind a sentence', 'One is so.¦ Two too.', 'One is so.[1] Two too.'],
    ['before the space that a segment ends with', 'One is so. ¦Two too.', 'One is so.[1] Two too.'],
    ['before the line break', 'One.\n\n¦Two.', 'One.[1]\n\nTwo.'],
    ['behind emphasis that ends there', 'It is **so.¦** Two.', 'It is **so.**[1] Two.'],
    ['before emphasis that begins there', 'It is¦ **so.**', 'It is[1] **so.**'],
    ['behind a span of code', 'Call `a.¦b()` now.', 'Call `a.b()`[1] now.'],
    [
      'behind a link',
      'See [the¦ page](https://a.test/x) there.',
      'See [the page](https://a.test/x)[1] there.',
    ],
    [
      'behind a link with brackets in it',
      '[a¦](https://a.test/b_(c)) there.',
      '[a](https://a.test/b_(c))[1] there.',
    ],
    ['apart from an address', 'See https://a.test/¦x now.', 'See https://a.test/x\u200a[1] now.'],
    ['behind a formula', 'As $a_1 = ¦b$ is.', 'As $a_1 = b$[1] is.'],
    ['behind one in brackets', 'As \\(a ¦b\\) is.', 'As \\(a b\\)[1] is.'],
    ['behind one in lines of its own', 'As\n$$\na¦\n$$\nis.', 'As\n$$\na\n$$[1]\nis.'],
    ['beside a price', 'For $5.¦ Or $6.', 'For $5.[1] Or $6.'],
    ['behind an entity', 'A &am¦p; B', 'A &amp;[1] B'],
    ['behind an escape', 'A \\¦* B', 'A \\*[1] B'],
    ['not before the text of a list item', 'One.\n- ¦Two', 'One.[1]\n- Two'],
    ['not before the text of a heading', 'One.\n\n## ¦Two', 'One.[1]\n\n## Two'],
    ['not behind a rule', 'One.\n\n---¦\n\nTwo', 'One.[1]\n\n---\n\nTwo'],
    [
      'in the last cell of a row',
      '| a | b |\n|---|---|\n| c | d |¦\n',
      '| a | b |\n|---|---|\n| c | d[1] |\n',
    ],
    ['behind a block of code', 'A\n```js\nlet¦ x\n\n```\nB', 'A\n```js\nlet x\n\n```\n[1]\n\n\nB'],
    ['nowhere in code that never ends', 'A\n```js\nlet¦ x', 'A\n```js\nlet x'],
    ['nowhere before the text', '¦One', 'One'],
  ];
  for (const [what, source, expected] of places) {
    it(`stand ${what}`, () => assert.equal(marked(source), expected));
  }

  it('can’t be written by the model', () => {
    const text = 'Trust me\u2e287\u2e29.';
    const pieces = parseMarkdown(withMarkers(text, [{ end: text.length, numbers: [1] }]), {
      marked: true,
    });
    assert.equal(outline(pieces), '<p Trust me((7)).[1]>');
    assert.equal(outline(parseMarkdown(text)), '<p Trust me\u2e287\u2e29.>');
  });

  const drawn: readonly (readonly [source: string, expected: string])[] = [
    ['It is **so.¦** And *that¦* too', '<p It is <strong so.>[1] And <em that>[1] too>'],
    ['漢字です。¦**太字**です。', '<p 漢字です。[1]<strong 太字>です。>'],
    ['- One¦\n- Two¦', '<ul <li One[1]><li Two[1]>>'],
    ['https://a.test/x¦', '<p <a https://a.test/x>\u200a[1]>'],
    ['```\nx¦\n```\nB', '<CodeBlock x><p [1]><p B>'],
  ];
  for (const [source, expected] of drawn) {
    it(`leave ${JSON.stringify(source.replaceAll('¦', ''))} as it was`, () => {
      const text = source.replaceAll('¦', '');
      const supports: { end: number; numbers: number[] }[] = [];
      source
        .split('¦')
        .slice(0, -1)
        .reduce((end, piece) => {
          supports.push({ end: end + piece.length, numbers: [1] });
          return end + piece.length;
        }, 0);
      assert.equal(outline(parseMarkdown(withMarkers(text, supports), { marked: true })), expected);
    });
  }
});
