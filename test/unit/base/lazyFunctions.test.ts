import assert from 'node:assert/strict';
import { lazyFunctions } from '../../../src/base/lazyFunctions';

describe('functions that load with the first call', () => {
  it('are there at once, load when one is called, and hand over what it takes and gives', async () => {
    let loads = 0;
    const functions = lazyFunctions(['add', 'fail'], () => {
      loads += 1;
      return Promise.resolve({
        add: (a: number, b: number) => a + b,
        fail: () => Promise.reject(new Error('no')),
      });
    });
    assert.deepEqual(Object.keys(functions), ['add', 'fail']);
    assert.equal(loads, 0);
    assert.equal(await functions.add(1, 2), 3);
    await assert.rejects(functions.fail(), /no/);
    assert.equal(loads, 2);
  });
});
