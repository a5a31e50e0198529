import assert from 'node:assert/strict';
import { cosine, embed, EMBEDDING_SIZE, vectorOf } from '../../../src/emulator/embedder';

function lengthOf(vector: Float32Array): number {
  return Math.sqrt(cosine(vector, vector));
}

describe('emulator: embedder', () => {
  it('gives the same vector of unit length to the same text', () => {
    for (const text of ['Tides', '', '…!?', '🙂', '東京', 'x', 'word '.repeat(5000)]) {
      for (const size of [1, 10, 48, 256, EMBEDDING_SIZE]) {
        const vector = embed(text, size);
        assert.equal(vector.length, size);
        assert.ok(Math.abs(lengthOf(vector) - 1) < 1e-5, `${text.slice(0, 9)} ${size}`);
        assert.deepEqual(embed(text, size), vector);
        assert.deepEqual(vectorOf(text, size), vector);
      }
    }
  });

  it('puts near texts near, also at a sixth of the size', () => {
    const near = [
      ['How do I water tomatoes?', 'Water tomato plants early in the morning.'],
      ['bicycle repair', 'We repair bicycles and scooters.'],
      ['The ferry crosses at noon.', 'At noon the ferry crosses.'],
      ['東京の天気', '天気は東京で晴れ'],
    ] as const;
    for (const size of [128, EMBEDDING_SIZE]) {
      for (const [a, b] of near) {
        for (const [, other] of near) {
          if (other === b) continue;
          const distance = cosine(embed(a, size), embed(b, size));
          assert.ok(distance > cosine(embed(a, size), embed(other, size)), `${a} | ${other}`);
        }
      }
    }
    const unrelated = cosine(embed('quantum physics lecture'), embed('leek soup with cream'));
    assert.ok(Math.abs(unrelated) < 0.2);
  });
});
