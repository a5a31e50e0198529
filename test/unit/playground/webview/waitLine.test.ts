import assert from 'node:assert/strict';
import { createFormat } from '../../../../src/playground/webview/format';
import { Countdown, waitText, waitWords } from '../../../../src/playground/webview/waitLine';
import { FakeClock } from '../../../fakes/clock';

const format = createFormat('en');
const busy = { reason: 'The API is busy (503).', attempt: 2, maxAttempts: 4, remainingMs: 0 };

describe('a wait for the next attempt', () => {
  it('is told around a number, so that only that changes', () => {
    assert.deepEqual(waitWords(busy, 3, format), {
      before: 'The API is busy (503). Trying again in ',
      seconds: '3',
      after: ' s, attempt 2 of 4.',
    });
  });

  it('says what the service asked for', () => {
    const asked = { ...busy, reason: 'Used up.', askedSeconds: 44, remainingMs: 50_001 };
    assert.equal(
      waitText(asked, format),
      'Used up. The API asked to wait at least 44 s. Trying again in 51 s, attempt 2 of 4.',
    );
  });

  it('says that the next attempt is under way once nothing is left', () => {
    assert.deepEqual(waitWords(busy, 0, format), {
      before: 'The API is busy (503). Trying again, attempt 2 of 4…',
      seconds: '',
      after: '',
    });
  });
});

describe('a countdown', () => {
  function begin(ms: number) {
    const clock = new FakeClock();
    const told: (readonly [number, number])[] = [];
    const countdown = new Countdown(clock, (seconds) => told.push([clock.monotonic(), seconds]));
    countdown.start(ms);
    return { clock, told, countdown };
  }

  it('tells each second once, when it begins', () => {
    const { clock, told } = begin(2400);
    clock.advance(10_000);
    assert.deepEqual(told, [
      [0, 3],
      [400, 2],
      [1400, 1],
      [2400, 0],
    ]);
    assert.equal(clock.pending, 0);
  });

  it('begins anew with what is left by then, also where nothing is', () => {
    const { clock, told, countdown } = begin(2000);
    clock.advance(500);
    countdown.start(1500);
    countdown.start(0);
    clock.advance(10_000);
    assert.deepEqual(told, [
      [0, 2],
      [500, 2],
      [500, 0],
    ]);
  });
});
