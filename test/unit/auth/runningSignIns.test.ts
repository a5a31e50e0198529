import assert from 'node:assert/strict';
import { RunningSignIns } from '../../../src/auth/runningSignIns';

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

  it('are shown again, the newest first, where they are hidden', async () => {
    const running = new RunningSignIns();
    const hidden = new Set(['a', 'b']);
    const shown: string[] = [];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const all = ['a', 'b', 'c'].map((id) =>
      running.run(id, (one) => {
        const reopen = (): boolean => hidden.delete(id) && shown.push(id) > 0;
        one.view = { reopen };
        return promise;
      }),
    );
    const found = [undefined, 'c', 'gone', 'a', undefined].map((id) => running.reopen(id));
    assert.deepEqual(
      [found, shown],
      [
        [true, false, false, true, false],
        ['b', 'a'],
      ],
    );
    resolve(undefined);
    await Promise.all(all);
    hidden.add('a');
    assert.equal(running.reopen(undefined), false);
  });
});
