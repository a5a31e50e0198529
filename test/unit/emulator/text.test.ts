import assert from 'node:assert/strict';
import { countTokens, pieces, sentencesOf, takeTokens } from '../../../src/emulator/text';

describe('emulator: tokens', () => {
  it('cuts a text without losing or splitting a character', () => {
    const texts = [
      '',
      ' ',
      'Hello, world!',
      'a  b\n\n c',
      '漢字と🚀🚀 emoji',
      'naïve café 12345',
      '\ud800x',
    ];
    for (const text of texts) {
      const cut = pieces(text, 5);
      assert.equal(cut.map((piece) => piece.text).join(''), text);
      assert.equal(
        cut.reduce((sum, piece) => sum + piece.tokens, 0),
        countTokens(text),
      );
      assert.equal(takeTokens(text, 1000).text, text);
    }
    assert.equal(takeTokens('🚀🚀', 1).text, '🚀');
    assert.deepEqual(takeTokens('one two three', 2), { text: 'one two', tokens: 2 });
  });

  it('comes to about four characters a token in plain prose', () => {
    const prose =
      'The quick brown fox jumps over the lazy dog, and then it goes back to its den. '.repeat(20);
    const ratio = prose.length / countTokens(prose);
    assert.ok(ratio > 3 && ratio < 5, String(ratio));
  });
});

describe('emulator: sentences', () => {
  const textsIn = (text: string): readonly string[] => sentencesOf(text).map((one) => one.text);

  it('end with a sign before a space, with one that needs none, and with the line', () => {
    assert.deepEqual(
      textsIn('It is 3.14 m. “Really?” Yes… *No!*\nA line\n潮が引く。「また来る！」終わり'),
      [
        ...[
          'It is 3.14 m.',
          '“Really?”',
          'Yes…',
          '*No!*',
          'A line',
          '潮が引く。',
          '「また来る！」',
        ],
        '終わり',
      ],
    );
  });
});
