import assert from 'node:assert/strict';
import { RunningSignIns } from '../../../src/auth/signInDialog';

describe('open sign-ins', () => {
  it('are one for each connection: the newest ends the one before', async () => {
    const running = new RunningSignIns();
    const stops: AbortController[] = [];
    const ends: (() => void)[] = [];
    const open = (id: string): Promise<void> =>
      running.run(id, ({ stop }) => {
        stops.push(stop);
        return new Promise((resolve) => ends.push(resolve));
      });
    const ended = (): readonly boolean[] => stops.map(({ signal }) => signal.aborted);
    const first = open('a');
    const all = [first, open('b'), open('a')];
    assert.deepEqual(ended(), [true, false, false]);
    // The end of the first does not hide the one that came after it.
    ends[0]?.();
    await first;
    all.push(open('a'));
    assert.deepEqual(ended(), [true, false, true, false]);
    running.end('b');
    assert.deepEqual(ended(), [true, true, true, false]);
    for (const end of ends) end();
    await Promise.all(all);
  });
});
