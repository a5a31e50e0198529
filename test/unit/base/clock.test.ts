import assert from 'node:assert/strict';
import { systemClock } from '../../../src/base/clock';

describe('the clock of the system', () => {
  it('does not run at once what is far off', async () => {
    const timers = [Infinity, 2 ** 31, Number.MAX_SAFE_INTEGER].map((ms) =>
      systemClock.schedule(ms, () => assert.fail(`It ran, though it is due in ${ms} ms.`)),
    );
    // A timer that Node refuses runs after a millisecond: before this one.
    await new Promise<void>((resolve) => systemClock.schedule(20, resolve));
    for (const timer of timers) timer.dispose();
  });
});
