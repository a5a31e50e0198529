import assert from 'node:assert/strict';
import {
  type QuestionResult,
  questionText,
} from '../../../../src/testing/retrieval/retrievalResult';

const result: QuestionResult = {
  id: 'q',
  name: 'Why?',
  question: 'Why?',
  tags: [],
  variant: '',
  found: [],
  durationMs: 1,
  place: { uri: 'file:///a.retrieval.json', line: 1, column: 1 },
  verdict: 'fail',
  figures: { 'recall@5': 1 / 3, mrr: 1 },
  shortfalls: [{ figure: 'recall@5', value: 1 / 3, least: 0.5 }],
  expectations: [
    { expected: { title: 'Kites' }, rank: 1 },
    { expected: { text: 'wind\n and  tail' } },
    { expected: { document: 'corpora/c/documents/d' } },
  ],
};

describe('results of retrieval questions in words', () => {
  it('say which figure is too small, and what was not found', () => {
    assert.equal(
      questionText(result, false),
      'Expected recall@5 to be at least 0.50, but got 0.33. Not found: “wind and tail”, “corpora/c/documents/d”.',
    );
    assert.match(
      questionText(result, true),
      /^Expected cited recall@5 to be at least 0\.50, but got 0\.33\./,
    );
    const close = { ...result, shortfalls: [{ figure: 'mrr', value: 0.497, least: 0.5 }] } as const;
    assert.match(questionText(close, false), /^Expected MRR to be at least 0\.50, but got 0\.49\./);
  });
});
