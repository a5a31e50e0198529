import assert from 'node:assert/strict';
import { distributionOf } from '../../../../src/testing/report/distribution';

describe('a distribution', () => {
  it('counts values in ranges of equal width, borders with the upper one', () => {
    const found = distributionOf([0, 1, 2, 2.5, 9.9, 10], [0, 10], 5);
    assert.deepEqual(found?.counts, [2, 2, 0, 0, 2]);
    assert.equal(found?.count, 6);
    assert.equal(found?.median, 2.25);
  });

  it('has the mean beside the median, and between which values nine tenths lie', () => {
    const values = Array.from({ length: 101 }, (_, value) => value);
    const found = distributionOf([...values, 1000], [0, 1000], 10);
    assert.deepEqual([found?.median, found?.quartiles], [50.5, [25.25, 75.75]]);
    assert.deepEqual(found?.tails.map(Math.round), [5, 96]);
    assert.equal(Math.round(found?.mean ?? 0), 59);
  });
});
