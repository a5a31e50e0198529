import assert from 'node:assert/strict';
import type { ModelTurn } from '../../../../../src/playground/conversation';
import { runSummary } from '../../../../../src/playground/host/prompts/promptResult';
import { english } from '../../../../fakes/l10n';

const turn: ModelTurn = {
  ...{
    id: 'b',
    role: 'model',
    content: { role: 'model', parts: [] },
    model: 'models/e',
    version: 'v1beta',
  },
  outcome: { verdict: 'complete', durationMs: 500, usage: { totalTokenCount: 1 } },
};

describe('the result of a prompt file', () => {
  it('counts one token and one vector in the singular', () => {
    const one = runSummary({ ...turn, embeddings: [[0.5, 0.25]] }, 'now', english);
    assert.match(one, /^1 vector of 2 numbers\n/);
    assert.match(one, / · 1 token · now\n$/);
    const two = runSummary({ ...turn, embeddings: [[0.5], [0.25]] }, 'now', english);
    assert.match(two, /^2 vectors of 1 numbers\n/);
  });
});
