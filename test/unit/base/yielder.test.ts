import assert from 'node:assert/strict';
import { Yielder } from '../../../src/base/yielder';
import { FakeClock } from '../../fakes/clock';

describe('turns', () => {
  it('are given to others once work has gone on for long enough', async () => {
    const clock = new FakeClock();
    let given = 0;
    const turns = new Yielder(clock, async () => void given++);
    await turns.yieldIfDue();
    assert.equal(given, 0);
    clock.advance(20);
    await turns.yieldIfDue();
    await turns.yieldIfDue();
    assert.equal(given, 1);
    clock.advance(20);
    await turns.yieldIfDue();
    assert.equal(given, 2);
  });
});
