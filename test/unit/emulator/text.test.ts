import assert from 'node:assert/strict';
import { countTokens, sentencesOf } from '../../../src/emulator/text';

describe('emulator: tokens', () => {
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
