import assert from 'node:assert/strict';
import type { ModelTurn, Turn } from '../../../../../src/conversation/model/conversation';
import type { PlaygroundState } from '../../../../../src/conversation/model/protocol';
import { announcement } from '../../../../../src/playground/webview/announcements';
import { createFormat } from '../../../../../src/playground/webview/format';
import {
  initialState,
  reduce,
  sharedTurns,
  type ViewEvent,
  type ViewState,
} from '../../../../../src/playground/webview/state/reducer';
import { model, user } from '../../../conversation/samples';
import { panelState } from '../panelState';

const streamed: ModelTurn = {
  id: 'a1',
  role: 'model',
  content: { role: 'model' },
  model: 'models/m',
  version: 'v1beta',
};
const asked: Turn = { id: 'u1', role: 'user', content: { parts: [{ text: 'Hello' }] } };

function panel(turns: readonly Turn[], streaming?: string): PlaygroundState {
  return panelState({ turns, ...(streaming !== undefined && { streaming }) });
}

function run(...events: readonly ViewEvent[]): ViewState {
  return events.reduce(reduce, initialState);
}

function piece(turn: string, text: string, thought = false): ViewEvent {
  return { name: 'delta', delta: { turn, pieces: [{ text, thought }] } };
}

describe('playground reducer', () => {
  const streaming: ViewEvent = { name: 'state', state: panel([asked, streamed], 'a1') };

  function partsAfter(...events: readonly ViewEvent[]): unknown {
    return run(streaming, ...events).panel?.turns[1]?.content.parts;
  }

  it('takes a snapshot as it is', () => {
    assert.deepEqual(run(streaming), { sending: false, panel: panel([asked, streamed], 'a1') });
  });

  it('shows an error with its conversation, and not with the next one', () => {
    const failed: ViewEvent = { name: 'problem', problem: 'No network.' };
    assert.equal(run(streaming, failed, streaming).problem, 'No network.');
    const next: ViewEvent = { name: 'state', state: panelState({ conversation: 'next' }) };
    assert.equal(run(streaming, failed, next).problem, undefined);
  });

  it('joins text to the last of its kind and keeps thoughts apart', () => {
    const parts = partsAfter(
      piece('a1', 'Hm', true),
      piece('a1', 'm.', true),
      piece('a1', 'Yes'),
      piece('a1', '.'),
      piece('a1', 'Or?', true),
    );
    assert.deepEqual(parts, [
      { text: 'Hmm.', thought: true },
      { text: 'Yes.' },
      { text: 'Or?', thought: true },
    ]);
  });

  it("ignores text of a turn that is unknown, the user's, or ended", () => {
    const ended: ModelTurn = { ...streamed, outcome: { verdict: 'complete', durationMs: 1 } };
    const state = run({ name: 'state', state: panel([asked, ended]) });
    for (const id of ['nobody', 'u1', 'a1']) assert.equal(reduce(state, piece(id, 'x')), state);
    assert.equal(reduce(initialState, piece('a1', 'x')), initialState);
  });

  it('ends a wait with the first text, and only with that of its own turn', () => {
    const { panel: shown } = run(streaming);
    assert.ok(shown);
    const waiting = { reason: 'Busy.', attempt: 2, maxAttempts: 4, remainingMs: 900 };
    const state = run({ name: 'state', state: { ...shown, waiting } });
    assert.deepEqual(state.panel?.waiting, waiting);
    assert.equal(reduce(state, piece('nobody', 'x')), state);
    const answered = reduce(state, piece('a1', 'x')).panel;
    assert.ok(answered && !('waiting' in answered));
  });

  it('shows why a message was not sent until the next one or until it is dismissed', () => {
    const failed = run({ name: 'sendStarted' }, { name: 'sendEnded', problem: 'No space.' });
    assert.deepEqual(failed, { sending: false, problem: 'No space.' });
    assert.deepEqual(reduce(failed, { name: 'sendStarted' }), { sending: true });
    assert.deepEqual(reduce(failed, { name: 'dismissed' }), { sending: false });
    assert.equal(reduce(initialState, { name: 'dismissed' }), initialState);
  });

  it('stays linear when an answer comes in a hundred thousand pieces', () => {
    let state = run(streaming);
    for (let i = 0; i < 100_000; i++) state = reduce(state, piece('a1', '0123456789'));
    assert.equal(state.panel?.turns[1]?.content.parts?.[0]?.text?.length, 1_000_000);
  });
});

describe('announcements', () => {
  const format = createFormat('en');
  const idle = panel([asked]);
  const begun = panel([asked, streamed], 'a1');

  function end(outcome: Omit<NonNullable<ModelTurn['outcome']>, 'durationMs'>): string | undefined {
    const after = panel([asked, { ...streamed, outcome: { durationMs: 1, ...outcome } }]);
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

  it('tells how an answer ended badly, in the words of the verdict', () => {
    assert.equal(end({ verdict: 'blocked', finishReason: 'SAFETY' }), 'Response blocked: safety.');
    assert.equal(
      end({ verdict: 'failed', failure: { message: 'The key has expired.', fixes: [] } }),
      'Failed. The key has expired.',
    );
  });

  it('is silent about a conversation that was opened', () => {
    assert.equal(announcement(undefined, begun, format), undefined);
    assert.equal(announcement({ ...idle, conversation: 'other' }, begun, format), undefined);
  });
});

const before = [user('Hello', 'u1'), model([{ text: 'Hi' }], {}, 'm1')];

describe('turns of a newer snapshot', () => {
  it('are the same list where nothing changed', () => {
    assert.equal(sharedTurns(before, structuredClone(before)), before);
  });

  it('are the earlier objects but for those that changed', () => {
    const now = structuredClone([...before, user('More?', 'u2')]);
    now[1] = model([{ text: 'Hi there' }], {}, 'm1');
    const shared = sharedTurns(before, now);
    assert.equal(shared[0], before[0]);
    assert.equal(shared[1], now[1]);
    assert.equal(shared[2], now[2]);
  });
});
