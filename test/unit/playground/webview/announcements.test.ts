import assert from 'node:assert/strict';
import { createFormat } from '../../../../src/playground/webview/format';
import type { ModelTurn, Turn } from '../../../../src/conversation/model/conversation';
import {
  announcement,
  Countdown,
  waitText,
  waitWords,
} from '../../../../src/playground/webview/announcements';
import { FakeClock } from '../../../fakes/clock';
import { panelState } from './panelState';

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
});

describe('announcements', () => {
  const asked: Turn = { id: 'u1', role: 'user', content: { parts: [{ text: 'Hello' }] } };
  const streamed: ModelTurn = {
    id: 'a1',
    role: 'model',
    content: { role: 'model' },
    model: 'models/m',
    version: 'v1beta',
  };
  const idle = panelState({ turns: [asked] });
  const begun = panelState({ turns: [asked, streamed], streaming: 'a1' });

  function end(outcome: Omit<NonNullable<ModelTurn['outcome']>, 'durationMs'>): string | undefined {
    const turns = [asked, { ...streamed, outcome: { durationMs: 1, ...outcome } }];
    const after = panelState({ turns });
    return announcement(begun, after, format);
  }

  it('tells the beginning and the end, not what is between', () => {
    assert.equal(announcement(idle, begun, format), 'Response started.');
    assert.equal(announcement(begun, begun, format), undefined);
    assert.equal(
      end({ verdict: 'complete', usage: { candidatesTokenCount: 312 } }),
      'Response finished, 312 tokens.',
    );
    assert.equal(end({ verdict: 'complete' }), 'Complete.');
  });

  it('tells a wait once for each attempt, whole, and not again as it grows shorter', () => {
    const first = { reason: 'Busy.', attempt: 2, maxAttempts: 4, remainingMs: 2900 };
    const told = (before: typeof first | undefined, after: typeof first): string | undefined => {
      const earlier = { ...begun, ...(before && { waiting: before }) };
      return announcement(earlier, { ...begun, waiting: after }, format);
    };
    assert.equal(told(undefined, first), 'Busy. Trying again in 3 s, attempt 2 of 4.');
    assert.equal(told(first, { ...first, remainingMs: 900 }), undefined);
    assert.equal(
      told(first, { ...first, attempt: 3, remainingMs: 0 }),
      'Busy. Trying again, attempt 3 of 4…',
    );
  });

  it('is silent about a conversation that was opened', () => {
    assert.equal(announcement(undefined, begun, format), undefined);
    assert.equal(announcement({ ...idle, conversation: 'other' }, begun, format), undefined);
  });
});
