import assert from 'node:assert/strict';
import { type Figures, figuresOf, meanFigures } from '../../../../src/testing/retrieval/rank';

/** Results of which each is worth something or nothing, where nothing else was expected. */
function figures(
  gains: readonly number[],
  at: readonly number[],
  unfound: readonly number[] = [],
): Figures {
  const ranks = gains.flatMap((gain, index) => (gain > 0 ? [index + 1] : []));
  const relevances = [...gains.filter((gain) => gain > 0), ...unfound];
  return figuresOf({ gains, ranks: [...ranks, ...unfound.map(() => undefined)], relevances }, at);
}

function assertNear(actual: number | undefined, expected: number, what: string): void {
  assert.ok(Math.abs((actual ?? NaN) - expected) < 1e-6, `${what}: ${actual} is not ${expected}`);
}

// The examples of the documentation of scikit-learn's `ndcg_score` (sklearn.metrics, 1.9.1), which rounds them to 0.69,
// 0.49 and 0.35; the digits are what that version computes.
const SKLEARN: readonly (readonly [string, readonly number[], number, number])[] = [
  [
    'true_relevance [10, 0, 0, 1, 5] by scores [.1, .2, .3, 4, 70]',
    [5, 1, 0, 0, 10],
    5,
    0.6956940443813076,
  ],
  ['the same, k = 4', [5, 1, 0, 0, 10], 4, 0.4123818817534531],
  ['by scores [.05, 1.1, 1., .5, .0]', [0, 0, 1, 10, 5], 5, 0.493680191377376],
  ['the same, k = 4', [0, 0, 1, 10, 5], 4, 0.3520241100634488],
];

describe('figures of a search', () => {
  it('are those of scikit-learn on the examples of its documentation', () => {
    for (const [what, gains, k, expected] of SKLEARN) {
      assertNear(figures(gains, [k])[`ndcg@${k}`], expected, what);
    }
  });

  it('are the mean of questions, of those that have them', () => {
    // MRR of Wikipedia's example: first ranks 3, 2 and 1.
    const all = [[0, 0, 1], [0, 1, 0], [1]].map((gains) => figures(gains, [1]));
    assertNear(meanFigures(all).mrr, 11 / 18, 'MRR');
    assert.equal(meanFigures([{ mrr: 1 }, {}]).mrr, 1);
    assert.deepEqual(meanFigures([]), {});
  });
});
