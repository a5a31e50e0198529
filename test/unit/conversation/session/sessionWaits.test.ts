import assert from 'node:assert/strict';
import type { RetryWait } from '../../../../src/api/retryPolicy';
import { retryWait } from '../../../fakes/retryWait';
import { settled } from '../../../fakes/settle';
import { ask } from '../ask';
import { World, type TestSession } from '../world';

const BUSY = { reason: 'The API is busy (503).', attempt: 2, maxAttempts: 4 };

describe('a playground session that waits before it asks again', () => {
  let world: World;
  let session: TestSession;

  beforeEach(async () => {
    world = new World();
    session = await world.open();
    await ask(session);
  });

  function wait(over: Partial<RetryWait> = {}): void {
    world.client.last.options.onRetry?.(
      retryWait({ operation: 'models.streamGenerateContent', ...over }),
    );
  }

  it('says why, and how long from now on, to a page that comes later too', async () => {
    wait();
    assert.deepEqual(session.shown.waiting, { ...BUSY, remainingMs: 5000 });
    world.clock.advance(3200);
    session.emitState();
    assert.deepEqual(session.shown.waiting, { ...BUSY, remainingMs: 1800 });
    world.clock.advance(60_000);
    assert.equal(session.state.waiting?.remainingMs, 0);
  });

  it('waits no more once something of the answer is there', async () => {
    wait();
    await settled(world.client.last.text('Hello').finish('STOP'));
    assert.equal(session.state.waiting, undefined);
    assert.equal(session.answer.outcome?.verdict, 'complete');
    assert.ok(!('waiting' in session.shown));
  });

  it('is stopped in the middle of a wait', async () => {
    wait();
    session.stop();
    await settled(assert.ok(world.client.last.closed));
    assert.equal(session.answer.outcome?.verdict, 'stopped');
    assert.equal(session.shown.waiting, undefined);
    assert.equal(session.shown.streaming, undefined);
  });
});
