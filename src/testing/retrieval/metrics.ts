/** What a search gave for one question, as far as its quality goes. */
export interface Ranking {
  /** What each result is worth, the best one's first: 0 where it should not be there. */
  readonly gains: readonly number[];
  /** Rank of the result, from 1, that is what was expected; undefined where none is. One for each expectation. */
  readonly ranks: readonly (number | undefined)[];
  /** What each expectation is worth, in the same order. */
  readonly relevances: readonly number[];
}

/** The measures that look at the first results alone. */
export const CUT_MEASURES = ['recall', 'precision', 'ndcg'] as const;
type CutMeasure = (typeof CUT_MEASURES)[number];

/** Name of a figure: `recall@5`, `precision@5`, `ndcg@5`, or `mrr`, which looks at all results. */
export type Figure = string;

/** From 0 to 1 each. */
export type Figures = { readonly [figure: Figure]: number };

/** Every figure of a question; none where nothing was expected. */
export function figuresOf(ranking: Ranking, at: readonly number[]): Figures {
  if (ranking.relevances.length === 0) return {};
  const cut = at.flatMap((k) =>
    CUT_MEASURES.map((name) => [`${name}@${k}`, cuts[name](ranking, k)] as const),
  );
  return { ...Object.fromEntries(cut), mrr: reciprocalRank(ranking) };
}

/** The mean of each figure over the questions that have it. */
export function meanFigures(all: readonly Figures[]): Figures {
  const values = new Map<string, number[]>();
  for (const figures of all) {
    for (const [name, value] of Object.entries(figures)) {
      values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, sum(list) / list.length]));
}

/** The share of what was expected that is among the first results. */
export function recall({ ranks }: Ranking, k: number): number {
  return ranks.filter((rank) => rank !== undefined && rank <= k).length / ranks.length;
}

/** The share of the first places that have something expected; a place that nothing stands at has nothing. */
export function precision({ gains }: Ranking, k: number): number {
  return gains.slice(0, k).filter((gain) => gain > 0).length / k;
}

/** 1 for a first result that was expected, 1/2 for a second one, 0 where none was. */
function reciprocalRank({ gains }: Ranking): number {
  return 1 / (gains.findIndex((gain) => gain > 0) + 1 || Infinity);
}

/** The worth of the first results, less the later they come, as a share of the most there could be. */
export function ndcg({ gains, relevances }: Ranking, k: number): number {
  const best = relevances.toSorted((one, other) => other - one);
  return discounted(gains, k) / discounted(best, k);
}

const cuts: { readonly [M in CutMeasure]: (ranking: Ranking, k: number) => number } = {
  recall,
  precision,
  ndcg,
};

// Linear gains and a discount of log2(rank + 1), as trec_eval and scikit-learn have them.
function discounted(gains: readonly number[], k: number): number {
  return sum(gains.slice(0, k).map((gain, index) => gain / Math.log2(index + 2)));
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}
