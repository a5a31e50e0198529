import type { Message } from '../../api/schema/infer';
import { valueRange } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { requireRole } from '../permissions';
import { type Call, type Handler, singleReply } from '../call';
import { readFilters, relevance, search } from '../corpora/search';
import { cosine, embed } from '../embedder';
import { requireRecord } from '../records';
import { badFields, refuseProblems } from '../status';
import { countTokens, sentencesOf, shorten } from '../text';
import { findResponseFault, triggersIn, withoutTriggers } from '../triggers';
import type { HandlerContext } from '../handlerContext';
import { checkInputLimit, checkRanges, publishedRange } from './checks';
import { textOf } from './conversation';
import { answerRating, promptBlock, safetyProblems } from './safety';

type Request = Message<'GenerateAnswerRequest'>;
type Retriever = Message<'SemanticRetrieverConfig'>;

const MODEL = 'models/aqa';
const AT = '* GenerateAnswerRequest';
/** Default number of chunks. Not published. */
const CHUNKS = 5;
/** Not published; assumes the same maximum as `corpora.query`. */
const [, MAX_CHUNKS] = valueRange('QueryCorpusRequest', 'resultsCount');
const SOURCE = /^corpora\/[^/]+(\/documents\/[^/]+)?$/;

export const generateAnswer: Handler = (call, world) => {
  if (call.path.model !== MODEL) throw badFields([`${AT}.model: unexpected model name format`]);
  const model = world.models.require(MODEL, call.version, call.row);
  const request = call.body as Request;
  const { style, question } = readRequest(request);
  checkRanges(call.body, [publishedRange('GenerateAnswerRequest', 'temperature')]);
  const passages = request.inlinePassages
    ? inlinePassages(request.inlinePassages)
    : retrieved(call, world, request.semanticRetriever ?? {});
  const tokens = [question, ...passages.map(({ text }) => text)].reduce(
    (sum, text) => sum + countTokens(text),
    0,
  );
  checkInputLimit(tokens, model);
  const triggers = triggersIn(question);
  const accident = findResponseFault(triggers, 'aqa');
  if (accident) return { steps: [], accident: accident.accident };
  const settings = request.safetySettings ?? [];
  const block = promptBlock(triggers, settings);
  if (block) return singleReply({ inputFeedback: { ...block } as unknown as JsonObject });
  const { text, attributions, probability } = answerFrom(question, passages, style);
  const rating = answerRating(triggers, settings);
  const safetyRatings = rating ? { safetyRatings: [{ ...rating }] } : {};
  const answer = rating?.blocked
    ? { finishReason: 'SAFETY', ...safetyRatings }
    : {
        content: { parts: [{ text }], role: 'model' },
        finishReason: 'STOP',
        groundingAttributions: attributions,
        ...safetyRatings,
      };
  return singleReply({ answer, answerableProbability: probability }, countTokens(text));
};

/**
 * Returns the style and the question (last turn). Throws 400 for errors that the schema can't
 * express.
 */
function readRequest(request: Request): { readonly style: AnswerStyle; readonly question: string } {
  const style = ANSWER_STYLES.find((name) => name === request.answerStyle);
  const last = request.contents?.at(-1);
  const problems: string[] = [];
  if (!style) problems.push(`${AT}.answer_style: answer_style is not specified`);
  if (!request.inlinePassages && !request.semanticRetriever) {
    const missing = "required oneof field 'grounding_source' must have one initialized field";
    problems.push(`${AT}.grounding_source: ${missing}`);
  }
  if (!['', 'user'].includes(last?.role ?? '')) {
    problems.push(`${AT}.contents: the last content must be the question of the user`);
  }
  problems.push(...safetyProblems('GenerateAnswerRequest', request.safetySettings ?? []));
  if (!style || problems.length > 0) throw badFields(problems);
  return { style, question: textOf(last) };
}

function inlinePassages({ passages = [] }: Message<'GroundingPassages'>): readonly Passage[] {
  const at = `${AT}.inline_passages.passages`;
  if (passages.length === 0) throw badFields([`${at}: passages is not specified`]);
  const ids = passages.map(({ id = '' }) => id);
  const problems = passages.flatMap(({ id = '', content }, index) => {
    const missing = id === '' ? [`${at}[${index}].id: id is not specified`] : [];
    const again = ids.indexOf(id) < index ? [`${at}[${index}].id: ${id} is there twice`] : [];
    const empty = content ? [] : [`${at}[${index}].content: content is not specified`];
    return [...missing, ...(id === '' ? [] : again), ...empty];
  });
  refuseProblems(problems);
  return passages.flatMap(({ id = '', content }) =>
    (content?.parts ?? []).map(({ text = '' }, partIndex) => ({
      source: { groundingPassage: { passageId: id, partIndex } },
      text,
    })),
  );
}

/** Returns the corpus chunks closest to the query. Throws 403 if the caller can't read them. */
function retrieved(call: Call, world: HandlerContext, retriever: Retriever): readonly Passage[] {
  const { source = '', query, metadataFilters, maxChunksCount, minimumRelevanceScore } = retriever;
  const at = 'GenerateAnswerRequest.semantic_retriever';
  if (!SOURCE.test(source)) {
    throw badFields([`* ${at}.source: must be corpora/{id} or corpora/{id}/documents/{id}`]);
  }
  checkRanges({ maxChunksCount, minimumRelevanceScore }, [
    { field: 'maxChunksCount', least: 1, most: MAX_CHUNKS },
    publishedRange('SemanticRetrieverConfig', 'minimumRelevanceScore'),
  ]);
  requireRole(call, world, source, 'READER');
  const isDocument = source.includes('/documents/');
  if (isDocument) requireRecord(world, 'documents', source);
  const filters = isDocument
    ? readFilters(at, metadataFilters, ['chunk'])
    : readFilters(at, metadataFilters);
  const hits = search(world, {
    within: source,
    query: textOf(query),
    filters,
    count: maxChunksCount ?? CHUNKS,
  });
  return hits
    .filter(({ score }) => score >= (minimumRelevanceScore ?? 0))
    .map(({ chunk }) => ({
      source: { semanticRetrieverChunk: { source, chunk: chunk.name ?? '' } },
      text: chunk.data?.stringValue ?? '',
    }));
}

const ANSWER_STYLES = ['ABSTRACTIVE', 'EXTRACTIVE', 'VERBOSE'] as const;
type AnswerStyle = (typeof ANSWER_STYLES)[number];

interface Passage {
  readonly source: JsonObject;
  readonly text: string;
}

interface GroundedAnswer {
  readonly text: string;
  readonly attributions: readonly JsonObject[];
  readonly probability: number;
}

interface Scored {
  readonly passage: Passage;
  readonly text: string;
  readonly score: number;
}

const NO_ANSWER = 'The given passages do not answer this question.';
/** Minimum score. Lower similarity is coincidental (hash collisions). */
const MIN_SCORE = 0.35;
const NEARLY_BEST = 0.8;

const forms: {
  readonly [S in AnswerStyle]: {
    readonly most: number;
    readonly write: (sentences: readonly string[], question: string) => string;
  };
} = {
  EXTRACTIVE: { most: 2, write: (sentences) => sentences.join(' ') },
  ABSTRACTIVE: {
    most: 2,
    write: (sentences) =>
      `In short: ${sentences.map((text) => shorten(text, 160).replace(/[.。]$/, '')).join('; ')}.`,
  },
  VERBOSE: {
    most: 4,
    write: (sentences, question) =>
      [
        `You ask: “${shorten(question, 160)}” The passages say this about it.`,
        ...sentences.map((text) => `- ${text}`),
        `That is all that answers it in what you gave: ${sentences.length} ` +
          `${sentences.length === 1 ? 'sentence' : 'sentences'}, each word for word.`,
      ].join('\n'),
  },
};

/**
 * Builds an answer from the sentences closest to the question. If none is close, the answer says so and has
 * no attributions and a low probability.
 */
function answerFrom(
  asked: string,
  passages: readonly Passage[],
  style: AnswerStyle,
): GroundedAnswer {
  const question = withoutTriggers(asked);
  const { most, write } = forms[style];
  const ranked = rank(question, passages);
  const best = ranked[0]?.score ?? 0;
  if (best < MIN_SCORE) return { text: NO_ANSWER, attributions: [], probability: best };
  const chosen = ranked.filter(({ score }) => score >= best * NEARLY_BEST).slice(0, most);
  const used = [...new Set(chosen.map(({ passage }) => passage))];
  const sentences = chosen.map(({ text }) => text);
  return {
    text: write(sentences, question),
    attributions: used.map(({ source, text }) => ({
      sourceId: source,
      content: { parts: [{ text }] },
    })),
    probability: best,
  };
}

function rank(question: string, passages: readonly Passage[]): readonly Scored[] {
  const wanted = embed(question);
  const seen = new Set<string>();
  const all = passages.flatMap((passage) =>
    sentencesOf(passage.text).flatMap(({ text }) => {
      if (seen.has(text)) return [];
      seen.add(text);
      return [{ passage, text, score: relevance(cosine(wanted, embed(text))) }];
    }),
  );
  return all.sort((a, b) => b.score - a.score);
}
