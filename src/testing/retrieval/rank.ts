import { matchesName } from '../../api/names';

/** An expected result: chunk or passage name, document name or title, or text. */
export type Expectation = (
  | { readonly chunk: string }
  | { readonly document: string }
  | { readonly title: string }
  | { readonly text: string }
) & {
  /** Relative relevance. Default: 1. */
  readonly relevance?: number;
};

/** A search result. Properties are undefined if the API omits them. */
export interface SearchHit {
  readonly chunk?: string;
  readonly document?: string;
  readonly title?: string;
  readonly text: string;
  readonly score?: number;
}

const CHUNK = 'corpora/*/documents/*/chunks/*';

/**
 * Ranks results against expectations, each of which counts for its first match. If documents are expected,
 * only each document's first result counts.
 */
export function toRanking(expected: readonly Expectation[], found: readonly SearchHit[]): Ranking {
  const results = rankHits(expected, found);
  const open = expected.map((one) => ({ one, rank: undefined as number | undefined }));
  const gains = results.map((result, index) => {
    const met = open.filter(({ one, rank }) => rank === undefined && meets(result, one));
    for (const place of met) place.rank = index + 1;
    return Math.max(0, ...met.map(({ one }) => relevanceOf(one)));
  });
  return {
    gains,
    ranks: open.map(({ rank }) => rank),
    relevances: expected.map(relevanceOf),
  };
}

/** Returns the results to count: one per document if documents are expected. */
export function rankHits(
  expected: readonly Expectation[],
  found: readonly SearchHit[],
): readonly SearchHit[] {
  return expected.every(isOfDocument) ? firstOfDocuments(found) : found;
}

function relevanceOf({ relevance = 1 }: Expectation): number {
  return relevance;
}

function isOfDocument(expected: Expectation): boolean {
  return 'document' in expected || 'title' in expected;
}

function firstOfDocuments(found: readonly SearchHit[]): readonly SearchHit[] {
  const seen = new Set<string>();
  return found.filter((one) => {
    const document = documentOf(one) ?? one.title;
    if (document === undefined) return true;
    const isFirst = !seen.has(document);
    seen.add(document);
    return isFirst;
  });
}

function meets(found: SearchHit, expected: Expectation): boolean {
  if ('chunk' in expected) return found.chunk === expected.chunk;
  if ('document' in expected) return documentOf(found) === expected.document;
  if ('title' in expected) return found.title?.trim() === expected.title.trim();
  return plain(found.text).includes(plain(expected.text));
}

function documentOf({ chunk = '', document }: SearchHit): string | undefined {
  if (document !== undefined || !matchesName(CHUNK, chunk)) return document;
  return chunk.split('/').slice(0, 4).join('/');
}

/** Normalizes white space, case, and Unicode (NFKC). */
function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

interface Ranking {
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
