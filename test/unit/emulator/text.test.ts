import assert from 'node:assert/strict';
import { countTokens } from '../../../src/emulator/text';

describe('emulator: tokens', () => {
  it('comes to about four characters a token in plain prose', () => {
    const prose =
      'The quick brown fox jumps over the lazy dog, and then it goes back to its den. '.repeat(20);
    const ratio = prose.length / countTokens(prose);
    assert.ok(ratio > 3 && ratio < 5, String(ratio));
  });
});
