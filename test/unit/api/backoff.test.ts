import assert from 'node:assert/strict';
import { nextPause } from '../../../src/api/backoff';

describe('back-off', () => {
  it('begins short, grows by its factor and ends at its longest', () => {
    const backoff = { first: 100, factor: 3, longest: 1000 };
    const pauses: number[] = [];
    for (let look = 0; look < 5; look++) pauses.push(nextPause(backoff, pauses.at(-1)));
    assert.deepEqual(pauses, [100, 300, 900, 1000, 1000]);
  });

  it('comes down to a longest that became shorter', () => {
    assert.equal(nextPause({ first: 100, factor: 2, longest: 500 }, 30_000), 500);
  });
});
