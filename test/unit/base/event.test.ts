import assert from 'node:assert/strict';
import { distinct } from '../../../src/base/event';

describe('what is told when it has changed', () => {
  it('is told at first, and not twice', () => {
    const told: (boolean | undefined)[] = [];
    let now: boolean | undefined;
    const update = distinct(
      () => now,
      (value) => told.push(value),
    );
    for (const next of [undefined, undefined, false, true, true, false]) {
      now = next;
      update();
    }
    assert.deepEqual(told, [undefined, false, true, false]);
  });
});
