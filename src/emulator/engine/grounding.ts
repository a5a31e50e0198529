import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { digest, seedOf } from '../digest';
import { closestSentence } from '../embedder';
import { type FoundPassage, searchStores } from '../fileSearch/retrieval';
import type { HandlerContext } from '../handlerContext';
import { StatusError } from '../status';
import { bytesOf, type Sentence, sentencesOf, topic } from '../text';
import { withoutTriggers } from '../triggers';
import { readConversation } from './conversation';

export type Ground = 'search' | 'maps' | 'files';

const MAX_SUPPORTS = 6;

/** Grounding metadata of a source type, without supports, which are the same for all. */
interface GroundRow {
  readonly chunks: (about: string, request: Message<'GenerateContentRequest'>) => JsonObject[];
  readonly extras: (about: string, request: Message<'GenerateContentRequest'>) => JsonObject;
}

const groundRows: { readonly [G in Ground]: GroundRow } = {
  search: {
    // As in the live API, URIs are redirects and titles are host names.
    chunks: (about) =>
      ['example.org', 'wiki.example.com'].map((title) => ({
        web: { uri: `https://redirect.example/grounding/${shortId([about, title], 24)}`, title },
      })),
    extras: (about, request) => ({
      webSearchQueries: [about, `${about} facts`],
      searchEntryPoint: entryPoint([about, `${about} facts`]),
      ...retrieval(about, request),
    }),
  },
  maps: {
    chunks: (about) =>
      ['Café Ñandú', 'Straßenmuseum'].map((name) => {
        const place = shortId([about, name], 24);
        const uri = `https://maps.example/?cid=${seedOf([about, name])}`;
        const review = { reviewId: `review-${place.slice(0, 8)}`, googleMapsUri: `${uri}&r=1` };
        return {
          maps: {
            uri,
            title: `${name} (${about})`,
            text: `${name} is an invented place.`,
            placeId: `places/${place}`,
            placeAnswerSources: { reviewSnippets: [{ ...review, title: 'Good, and quiet.' }] },
          },
        };
      }),
    extras: (about, { tools = [] }) =>
      tools.some((tool) => tool.googleMaps?.enableWidget === true)
        ? { googleMapsWidgetContextToken: `widgetcontent/${shortId([about], 32)}` }
        : {},
  },
  files: {
    chunks: (about, { tools = [] }) => {
      const stores = tools.flatMap((tool) => tool.fileSearch?.retrievalResources ?? []);
      const [{ ragStoreName = '' } = {}] = stores;
      return ['notes.txt', 'Übersicht.pdf'].map((title) => ({
        retrievedContext: {
          ...(ragStoreName === '' ? {} : { uri: ragStoreName }),
          title,
          text: `What ${title} says about ${about}.`,
        },
      }));
    },
    extras: () => ({}),
  },
};

/**
 * Returns a sentence that shows the grounding. Contains non-ASCII text to exercise byte offsets.
 */
export function groundNote(ground: Ground, prompt: string): string {
  const about = aboutOf(prompt);
  const named = {
    search: 'Two pages of an invented web',
    maps: 'Two places of an invented map',
    files: 'Two files of an invented store',
  }[ground];
  return `${named} tell of ${about} – „so heißt es“, 漢字 and 🪁 included. They agree with each other.`;
}

/**
 * Returns `groundingMetadata`. Offsets are UTF-8 bytes within the text part.
 * @param partIndex of that part in the merged content.
 */
export function groundingOf(
  ground: Ground,
  prompt: string,
  text: string,
  partIndex: number,
  request: Message<'GenerateContentRequest'>,
): JsonObject {
  const about = aboutOf(prompt);
  const extras = groundRows[ground].extras(about, request);
  if (isBelowThreshold(about, request)) return { retrievalMetadata: extras.retrievalMetadata };
  const groundingChunks = groundRows[ground].chunks(about, request);
  return { ...extras, groundingChunks, groundingSupports: supports(text, partIndex) };
}

function supports(text: string, partIndex: number): readonly JsonObject[] {
  let bytes = 0;
  let at = 0;
  return sentencesOf(text)
    .slice(0, MAX_SUPPORTS)
    .map((sentence, index) => {
      bytes += bytesOf(text.slice(at, sentence.start));
      at = sentence.start;
      const endIndex = bytes + bytesOf(sentence.text);
      const segment = { partIndex, startIndex: bytes, endIndex, text: sentence.text };
      const groundingChunkIndices = [[0], [0, 1], [1]][index % 3] ?? [0];
      const confidenceScores = groundingChunkIndices.map((chunk) => 0.95 - 0.125 * chunk);
      return { segment, groundingChunkIndices, confidenceScores };
    });
}

/** Only the legacy `googleSearchRetrieval` tool uses a score to decide whether to search. */
function retrieval(about: string, { tools = [] }: Message<'GenerateContentRequest'>): JsonObject {
  if (!tools.some((tool) => tool.googleSearchRetrieval)) return {};
  return { retrievalMetadata: { googleSearchDynamicRetrievalScore: score(about) } };
}

function isBelowThreshold(
  about: string,
  { tools = [] }: Message<'GenerateContentRequest'>,
): boolean {
  if (tools.some((tool) => tool.googleSearch)) return false;
  return tools.some((tool) => {
    const { mode, dynamicThreshold } = tool.googleSearchRetrieval?.dynamicRetrievalConfig ?? {};
    return mode === 'MODE_DYNAMIC' && score(about) < (dynamicThreshold ?? 0);
  });
}

/** Returns a score from 0.25 to 0.74, so that threshold 0 always searches and 1 never does. */
function score(about: string): number {
  return (25 + (seedOf(about) % 50)) / 100;
}

function entryPoint(queries: readonly string[]): JsonObject {
  const link = (query: string): string =>
    `<a class="chip" href="https://search.example/?q=${encodeURIComponent(query)}">${query}</a>`;
  const style = '<style>.chip{border:1px solid;border-radius:16px;padding:4px 12px}</style>';
  const pairs = queries.map((query) => [query, `https://search.example/?q=${query}`]);
  return {
    renderedContent: `${style}<div class="container">${queries.map(link).join('')}</div>`,
    sdkBlob: Buffer.from(JSON.stringify(pairs)).toString('base64'),
  };
}

/** Topic words contain only a–z and 0–9, so they are safe in HTML and URLs. */
function aboutOf(prompt: string): string {
  return topic(prompt).join(' ') || 'everything';
}

function shortId(value: unknown, length: number): string {
  return digest(value).slice(0, length);
}

const citedSources: readonly JsonObject[] = [
  { uri: 'https://example.com/recited', license: 'unknown' },
  { uri: 'https://example.org/quelle', license: 'mit' },
];

/**
 * Returns `citationMetadata` for the first and last sentence. Offsets are UTF-8 bytes; a start of 0
 * is omitted, as in proto3 JSON.
 */
export function citationsOf(text: string): JsonObject {
  const all = sentencesOf(text);
  const [first, last] = [all[0], all.at(-1)];
  const cited = [first, last === first ? undefined : last].filter((one) => one !== undefined);
  return { citationSources: cited.map((sentence, index) => citation(text, sentence, index)) };
}

function citation(text: string, sentence: Sentence, index: number): JsonObject {
  const start = bytesOf(text.slice(0, sentence.start));
  return {
    ...(start > 0 ? { startIndex: start } : {}),
    endIndex: start + bytesOf(sentence.text),
    ...citedSources[index % citedSources.length],
  };
}

type Request = Message<'GenerateContentRequest'>;

/**
 * Returns file search results. Undefined without stores. Throws like `searchStores`, and 400 if
 * combined with other search tools, as the live API does.
 */
export function passagesFor(
  request: Request,
  world: HandlerContext,
): readonly FoundPassage[] | undefined {
  const { tools = [], contents = [], systemInstruction } = request;
  const tool = tools.find(({ fileSearch }) => fileSearch)?.fileSearch;
  if (!tool) return undefined;
  const other = OTHERS.find((name) => tools.some((one) => one[name]));
  if (other !== undefined) {
    throw new StatusError(400, `file_search can not be used together with ${snake[other]}.`);
  }
  // The legacy form names nonexistent stores, so its results are invented.
  if (tool.retrievalResources) return undefined;
  if ((tool.fileSearchStoreNames?.length ?? 0) === 0) {
    const at = '* GenerateContentRequest.tools.file_search.file_search_store_names';
    throw new StatusError(400, `${at}: file_search_store_names is not specified\n`);
  }
  const { question } = readConversation(contents, systemInstruction);
  return searchStores(world, tool, withoutTriggers(question));
}

const OTHERS = ['googleSearch', 'urlContext'] as const;
const snake = { googleSearch: 'google_search', urlContext: 'url_context' } as const;

const NOTHING = 'The documents of the stores say nothing about this.';

export function passageNote(passages: readonly FoundPassage[], question: string): string {
  if (passages.length === 0) return NOTHING;
  const quotes = new Set(passages.map((one) => closestSentence(one.text, question)));
  return `The documents of the stores say:\n${[...quotes].join('\n')}`;
}

export function passageGrounding(
  passages: readonly FoundPassage[],
  question: string,
  text: string,
  partIndex: number,
): JsonObject {
  if (passages.length === 0) return {};
  const supports = new Map<string, { readonly start: number; readonly indices: number[] }>();
  for (const [index, passage] of passages.entries()) {
    const quote = closestSentence(passage.text, question);
    const start = text.indexOf(quote);
    if (start < 0) continue;
    const known = supports.get(quote);
    if (known) known.indices.push(index);
    else supports.set(quote, { start, indices: [index] });
  }
  const groundingSupports = [...supports].map(([quote, { start, indices }]) => {
    const startIndex = bytesOf(text.slice(0, start));
    const segment = { partIndex, startIndex, endIndex: startIndex + bytesOf(quote), text: quote };
    const confidenceScores = indices.map((index) => passages[index]?.score ?? 0);
    return { segment, groundingChunkIndices: indices, confidenceScores };
  });
  const groundingChunks = passages.map(({ context }) => ({ retrievedContext: context }));
  return { groundingChunks, ...(groundingSupports.length > 0 && { groundingSupports }) };
}
