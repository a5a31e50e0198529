import assert from 'node:assert/strict';
import type { ModelTurn, Turn } from '../../../../../src/conversation/model/conversation';
import type { PlaygroundState } from '../../../../../src/conversation/model/protocol';
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

  it('stays linear when an answer comes in a hundred thousand pieces', () => {
    let state = run(streaming);
    for (let i = 0; i < 100_000; i++) state = reduce(state, piece('a1', '0123456789'));
    assert.equal(state.panel?.turns[1]?.content.parts?.[0]?.text?.length, 1_000_000);
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
