import assert from 'node:assert/strict';
import { CancelledError } from '../../../../src/base/errors';
import { lateProgress } from '../../../../src/resources/search/searchResource';
import { FakeClock } from '../../../fakes/clock';

describe('progress of what takes long', () => {
  it('ends the work with Cancel', async () => {
    const clock = new FakeClock();
    const button = new AbortController();
    const controller = new AbortController();
    const work = (signal: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const running = lateProgress(
      { clock, progress: (_title, shown) => shown(button.signal) },
      'Searching',
      controller,
      work,
    );
    clock.advance(1000);
    button.abort(new CancelledError());
    await assert.rejects(running, CancelledError);
    assert.ok(controller.signal.aborted);
  });
});
