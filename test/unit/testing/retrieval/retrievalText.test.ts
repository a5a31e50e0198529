import assert from 'node:assert/strict';
import type {
  QuestionResult,
  RetrievalTotals,
} from '../../../../src/testing/retrieval/retrievalResult';
import {
  figuresText,
  keyFiguresText,
  questionText,
  totalsMarkdown,
} from '../../../../src/testing/retrieval/retrievalText';

const result: QuestionResult = {
  ...{ id: 'q', name: 'Why?', question: 'Why?', tags: [], variant: '', found: [], durationMs: 1 },
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

  it('stand in a line, all of them or those that look at the most results', () => {
    const values = { mrr: 0.5, 'ndcg@5': 0.25, 'recall@10': 1, 'recall@5': 0, 'ndcg@10': 0.75 };
    assert.equal(
      figuresText({ values, isCited: false }),
      'recall@5 0.00 · recall@10 1.00 · nDCG@5 0.25 · nDCG@10 0.75 · MRR 0.50',
    );
    assert.equal(
      keyFiguresText({ values, isCited: true }),
      'cited recall@10 1.00 · cited nDCG@10 0.75 · cited MRR 0.50',
    );
  });

  it('stand in a table by figure and settings', () => {
    const counts = {
      verdict: 'pass',
      shortfalls: [],
      passed: 1,
      failed: 2,
      notMeasured: 0,
      tokens: 0,
    } as const;
    const totals: RetrievalTotals = {
      isCited: true,
      variants: [
        {
          variant: 'a | b',
          figures: { mrr: 0.5, 'recall@10': 1, 'ndcg@5': 0.1255, 'recall@5': 0 },
          ...counts,
        },
        { variant: '', figures: {}, ...counts },
      ],
    };
    assert.equal(
      totalsMarkdown(totals),
      `| Settings | cited recall@5 | cited recall@10 | cited nDCG@5 | cited MRR | Passed | Failed | Errored |
| --- | --: | --: | --: | --: | --: | --: | --: |
| a \\| b | 0.00 | 1.00 | 0.13 | 0.50 | 1 | 2 | 0 |
| all | – | – | – | – | 1 | 2 | 0 |
`,
    );
  });
});
