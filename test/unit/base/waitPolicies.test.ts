import assert from 'node:assert/strict';
import { delayAfterAttempt, nextDelay } from '../../../src/base/waitPolicies';

describe('back-off', () => {
  it('begins short, grows by its factor and ends at its longest', () => {
    const backoff = { first: 100, factor: 3, longest: 1000 };
    const pauses: number[] = [];
    for (let look = 0; look < 5; look++) pauses.push(nextDelay(backoff, pauses.at(-1)));
    assert.deepEqual(pauses, [100, 300, 900, 1000, 1000]);
  });

  it('counts by attempts, and takes a random part where it has jitter', () => {
    const backoff = { first: 100, factor: 3, longest: 1000 };
    const attempts = [1, 2, 3, 4];
    assert.deepEqual(
      attempts.map((attempt) => delayAfterAttempt(backoff, attempt)),
      [100, 300, 900, 1000],
    );
    assert.equal(
      delayAfterAttempt({ ...backoff, jitter: 'full' }, 2, () => 0.501),
      150,
    );
  });
});
