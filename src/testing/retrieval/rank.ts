import { matchesName } from '../../api/names';
import type { Ranking } from './metrics';

/** What should be found. A chunk or a passage by its name, a document by its name or its title, or words. */
export type Expectation = (
  | { readonly chunk: string }
  | { readonly document: string }
  | { readonly title: string }
  | { readonly text: string }
) & {
  /** What it is worth beside the others; 1 where absent. */
  readonly relevance?: number;
};

/** One result of a search. What the service does not say is absent. */
export interface Found {
  /** Resource name, or the id of a passage. */
  readonly chunk?: string;
  /** Resource name. */
  readonly document?: string;
  /** What its document is called. */
  readonly title?: string;
  readonly text: string;
  /** As the service gave it. */
  readonly score?: number;
}

const CHUNK = 'corpora/*/documents/*/chunks/*';

/**
 * Compares results, the best first, with what was expected. Each expectation counts once, for the first result that
 * meets it. Where whole documents are expected, a document stands at the place of its first result.
 */
export function rankingOf(expected: readonly Expectation[], found: readonly Found[]): Ranking {
  const results = ranked(expected, found);
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

/** The results as they are counted: each document once where whole documents are expected. */
export function ranked(
  expected: readonly Expectation[],
  found: readonly Found[],
): readonly Found[] {
  return expected.every(isOfDocument) ? firstOfDocuments(found) : found;
}

function relevanceOf({ relevance = 1 }: Expectation): number {
  return relevance;
}

function isOfDocument(expected: Expectation): boolean {
  return 'document' in expected || 'title' in expected;
}

/** The results without those of documents that stand further above already. */
function firstOfDocuments(found: readonly Found[]): readonly Found[] {
  const seen = new Set<string>();
  return found.filter((one) => {
    const document = documentOf(one) ?? one.title;
    if (document === undefined) return true;
    const isFirst = !seen.has(document);
    seen.add(document);
    return isFirst;
  });
}

function meets(found: Found, expected: Expectation): boolean {
  if ('chunk' in expected) return found.chunk === expected.chunk;
  if ('document' in expected) return documentOf(found) === expected.document;
  if ('title' in expected) return found.title?.trim() === expected.title.trim();
  return plain(found.text).includes(plain(expected.text));
}

function documentOf({ chunk = '', document }: Found): string | undefined {
  if (document !== undefined || !matchesName(CHUNK, chunk)) return document;
  return chunk.split('/').slice(0, 4).join('/');
}

/** Words as they are compared: line breaks and capitals are no difference. */
function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}
