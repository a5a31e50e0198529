import { matchesName } from '../../api/names';
import type { Ranking } from './metrics';

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
