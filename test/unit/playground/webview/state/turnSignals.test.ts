import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../../src/api/schema/row';
import type { ModelTurn, Step } from '../../../../../src/conversation/model/conversation';
import { LiveSteps } from '../../../../../src/playground/webview/state/turnSignals';
import {
  type ViewState,
  reduce,
  initialState,
} from '../../../../../src/playground/webview/state/reducer';
import { panelState } from '../panelState';

const search: Step = { type: 'google_search_call', id: 's1', arguments: { queries: ['kites'] } };

function answer(steps: readonly Step[], over: Partial<ModelTurn> = {}): ModelTurn {
  return {
    id: 'a1',
    role: 'model',
    content: { role: 'model' },
    model: 'models/m',
    version: 'v1',
    interaction: { stored: false, steps },
    ...over,
  };
}

function start(index: number, step: Step): JsonObject {
  return { event_type: 'step.start', index, step };
}

function said(index: number, text: string): JsonObject {
  return { event_type: 'step.delta', index, delta: { type: 'text', text } };
}

/** A page with one answer that streams. */
class Page {
  state: ViewState = initialState;
  readonly #live = new LiveSteps();

  constructor(turn: ModelTurn) {
    this.snapshot(turn);
  }

  get turn(): ModelTurn {
    const turn = this.state.panel?.turns[0];
    assert.ok(turn?.role === 'model');
    return turn;
  }

  get steps(): readonly Step[] {
    return this.turn.interaction?.steps ?? [];
  }

  snapshot(turn: ModelTurn): void {
    this.state = reduce(this.state, { name: 'state', state: panelState({ turns: [turn] }) });
    this.#live.restart();
  }

  take(...events: readonly JsonObject[]): void {
    const delta = { turn: 'a1', pieces: [], events };
    const steps = this.#live.take(delta, this.state.panel?.turns[0]);
    this.state = reduce(this.state, { name: 'delta', delta, steps });
  }
}

describe('the steps of an answer that streams', () => {
  it('grow with the events, and so does its text', () => {
    const page = new Page(answer([]));
    page.take(start(0, search), start(1, { type: 'model_output' }));
    page.take(said(1, 'Kites '), said(1, 'fly.'));
    assert.deepEqual(page.steps, [
      search,
      { type: 'model_output', content: [{ type: 'text', text: 'Kites fly.' }] },
    ]);
    assert.deepEqual(page.turn.content.parts, [{ text: 'Kites fly.' }]);
  });

  it('go on from a snapshot that was taken in the middle of a text', () => {
    const page = new Page(answer([]));
    page.take(start(0, search), start(1, { type: 'model_output' }), said(1, 'Kites '));
    const [first, second] = page.steps;
    page.snapshot(structuredClone(answer(page.steps)));
    assert.equal(page.steps[0], first);
    assert.equal(page.steps[1], second);
    page.take(said(1, 'fly.'));
    assert.equal(page.steps[0], first);
    assert.deepEqual(page.steps[1]?.content, [{ type: 'text', text: 'Kites fly.' }]);
  });

  it('are those of the last snapshot once it has ended', () => {
    const page = new Page(answer([]));
    page.take(start(0, search));
    const [first] = page.steps;
    const outcome = { verdict: 'complete', durationMs: 1 } as const;
    page.snapshot(structuredClone(answer([search, { type: 'model_output' }], { outcome })));
    assert.equal(page.steps[0], first);
    assert.equal(page.steps.length, 2);
    page.take(start(2, search));
    assert.equal(page.steps.length, 2);
  });
});
