import assert from 'node:assert/strict';
import type { ModelTurn } from '../../../../../src/conversation/model/conversation';
import { runSummary } from '../../../../../src/playground/host/prompts/runPrompt';

const turn: ModelTurn = {
  id: 'b',
  role: 'model',
  content: { role: 'model', parts: [] },
  model: 'models/e',
  version: 'v1beta',
  outcome: { verdict: 'complete', durationMs: 500, usage: { totalTokenCount: 1 } },
};

describe('the result of a prompt file', () => {
  it('says what the answer cost, where its price is known', () => {
    const usage = { promptTokenCount: 1000, candidatesTokenCount: 1000, totalTokenCount: 2000 };
    const outcome = { verdict: 'complete', durationMs: 500, usage } as const;
    const now = Date.UTC(2026, 6, 1);
    const told = (model: string): string =>
      runSummary({ ...turn, model, outcome }, 'kite.result.json', now);
    assert.match(
      told('models/gemini-2.5-flash'),
      / · 2000 tokens · \$0\.0028 · kite\.result\.json\n$/,
    );
    assert.match(told('models/unknown'), / · 2000 tokens · kite\.result\.json\n$/);
  });
});
