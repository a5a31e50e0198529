export interface Ranking {
  /** Relevance of each result, best first. 0 if unexpected. */
  readonly gains: readonly number[];
  /** Rank (from 1) of each expectation. Undefined if not found. */
  readonly ranks: readonly (number | undefined)[];
  readonly relevances: readonly number[];
}

export const CUT_MEASURES = ['recall', 'precision', 'ndcg'] as const;
type CutMeasure = (typeof CUT_MEASURES)[number];

/** Metric such as `recall@5`, `precision@5`, `ndcg@5`, or `mrr` (without cutoff). */
export type Figure = string;

/** From 0 to 1 each. */
export type Figures = { readonly [figure: Figure]: number };

export function figuresOf(ranking: Ranking, at: readonly number[]): Figures {
  if (ranking.relevances.length === 0) return {};
  const cut = at.flatMap((k) =>
    CUT_MEASURES.map((name) => [`${name}@${k}`, cuts[name](ranking, k)] as const),
  );
  return { ...Object.fromEntries(cut), mrr: reciprocalRank(ranking) };
}

export function meanFigures(all: readonly Figures[]): Figures {
  const values = new Map<string, number[]>();
  for (const figures of all) {
    for (const [name, value] of Object.entries(figures)) {
      values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, sum(list) / list.length]));
}

function recall({ ranks }: Ranking, k: number): number {
  return ranks.filter((rank) => rank !== undefined && rank <= k).length / ranks.length;
}

/** Returns the share of expected results within the first `k`. Missing results count as unexpected. */
function precision({ gains }: Ranking, k: number): number {
  return gains.slice(0, k).filter((gain) => gain > 0).length / k;
}

/** Returns 1/rank of the first expected result, 0 if there is none. */
function reciprocalRank({ gains }: Ranking): number {
  return 1 / (gains.findIndex((gain) => gain > 0) + 1 || Infinity);
}

function ndcg({ gains, relevances }: Ranking, k: number): number {
  const best = relevances.toSorted((one, other) => other - one);
  return discounted(gains, k) / discounted(best, k);
}

const cuts: { readonly [M in CutMeasure]: (ranking: Ranking, k: number) => number } = {
  recall,
  precision,
  ndcg,
};

// Linear gains and log2(rank + 1), as in trec_eval and scikit-learn.
function discounted(gains: readonly number[], k: number): number {
  return sum(gains.slice(0, k).map((gain, index) => gain / Math.log2(index + 2)));
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}
