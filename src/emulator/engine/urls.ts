import type { JsonObject } from '../../api/schema/row';

/** A page that the model was to read, and how that ended. */
export interface ReadUrl {
  readonly url: string;
  readonly status: 'SUCCESS' | 'ERROR' | 'PAYWALL' | 'UNSAFE';
}

/** The service reads at most so many. */
const MOST_URLS = 20;
/** What a page that was read counts for, in tokens. */
export const PAGE_TOKENS = 300;

const URL = /https?:\/\/[^\s<>"“”„'`)\]}]+/g;

// What an address must contain to fail; the last row takes all others.
const outcomes: readonly (readonly [words: RegExp, status: ReadUrl['status']])[] = [
  [/paywall|premium|subscribe/i, 'PAYWALL'],
  [/unsafe|malware|phishing/i, 'UNSAFE'],
  [/missing|error|404|500|\.invalid\b/i, 'ERROR'],
  [/(?:)/, 'SUCCESS'],
];

/**
 * The addresses in a prompt, each once. Nothing is fetched: words of an address decide how it ends.
 * @param asked a status for all of them; with one, a prompt without addresses has an invented one.
 */
export function readUrls(prompt: string, asked: string | undefined): readonly ReadUrl[] {
  const found = [...prompt.matchAll(URL)].map(([url]) => url.replace(/[.,;:!?]+$/, ''));
  const urls = found.length === 0 && asked !== undefined ? ['https://example.com/page'] : found;
  const forced = outcomes.find(([, status]) => status === asked)?.[1];
  return [...new Set(urls)].slice(0, MOST_URLS).map((url) => ({
    url,
    status: forced ?? outcomes.find(([words]) => words.test(url))?.[1] ?? 'SUCCESS',
  }));
}

/** `urlContextMetadata` of an answer. */
export function urlMetadata(urls: readonly ReadUrl[]): JsonObject {
  return {
    urlMetadata: urls.map(({ url, status }) => ({
      retrievedUrl: url,
      urlRetrievalStatus: `URL_RETRIEVAL_STATUS_${status}`,
    })),
  };
}
