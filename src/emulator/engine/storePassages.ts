import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { cosine, embed } from '../embedder';
import { type FoundPassage, searchStores } from '../fileSearch';
import { StatusError } from '../status';
import { bytesOf, sentencesOf } from '../text';
import { withoutTriggers } from '../triggers';
import type { HandlerContext } from '../handlerContext';
import { readConversation } from './conversation';

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

function quoteOf({ text }: FoundPassage, question: string): string {
  const wanted = embed(question);
  const ranked = sentencesOf(text)
    .map((one) => ({ text: one.text, score: cosine(wanted, embed(one.text)) }))
    .sort((one, other) => other.score - one.score);
  return ranked[0]?.text ?? text.trim();
}

const NOTHING = 'The documents of the stores say nothing about this.';

export function passageNote(passages: readonly FoundPassage[], question: string): string {
  if (passages.length === 0) return NOTHING;
  const quotes = new Set(passages.map((one) => quoteOf(one, question)));
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
    const quote = quoteOf(passage, question);
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
