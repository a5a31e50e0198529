import assert from 'node:assert/strict';
import { withAttempts } from '../../../../src/api/errors';
import type { RetryWait } from '../../../../src/api/retry/retryPolicy';
import { failure, retryWait } from '../../../fakes/retryWait';
import { settle, settled } from '../../../fakes/settle';
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

  it('says what the service asked for, and not what was made of it', () => {
    wait({ error: failure(429), asked: true, delayMs: 50_000, attempt: 3 });
    assert.deepEqual(session.shown.waiting, {
      reason: 'The quota per minute is used up.',
      attempt: 4,
      maxAttempts: 4,
      askedSeconds: 44,
      remainingMs: 50_000,
    });
  });

  it('waits no more once something of the answer is there', async () => {
    wait();
    await settled(world.client.last.text('Hello').finish('STOP'));
    assert.equal(session.state.waiting, undefined);
    assert.equal(session.answer.outcome?.verdict, 'complete');
    assert.ok(!('waiting' in session.shown));
  });

  it('counts the wait as time of the whole, and not as time to the first token', async () => {
    wait();
    world.clock.advance(5300);
    await settled(world.client.last.text('Hello'));
    world.clock.advance(200);
    await settled(world.client.last.finish('STOP'));
    const { firstTokenMs, durationMs } = session.answer.outcome ?? {};
    assert.deepEqual([firstTokenMs, durationMs], [300, 5500]);
  });

  it('is stopped in the middle of a wait', async () => {
    wait();
    session.stop();
    await settled(assert.ok(world.client.last.closed));
    assert.equal(session.answer.outcome?.verdict, 'stopped');
    assert.equal(session.shown.waiting, undefined);
    assert.equal(session.shown.streaming, undefined);
  });

  it('says how often it was tried when the attempts are used up', async () => {
    wait();
    world.client.last.fail(withAttempts(failure(503), 4, 'It is busy. Tried 4 times.'));
    await settle();
    assert.equal(session.answer.outcome?.failure?.hint, 'It is busy. Tried 4 times.');
    assert.equal(session.shown.waiting, undefined);
  });
});
