import assert from 'node:assert/strict';
import { estimatedTokens, upperTokenEstimate } from '../../../src/base/tokens';

describe('estimated tokens', () => {
  it('are a quarter of the bytes of a text, and a third for reservations', () => {
    const texts = ['', 'a', 'eight by', '风筝'];
    assert.deepEqual(texts.map(estimatedTokens), [0, 0.25, 2, 1.5]);
    assert.deepEqual(texts.map(upperTokenEstimate), [0, 1 / 3, 8 / 3, 2]);
  });
});
