import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { requireRole } from '../access';
import { ANSWER_STYLES, answerFrom, type AnswerStyle, type Passage } from '../engine/answer';
import { checkInputLimit, safetyProblems } from '../engine/checks';
import { textOf } from '../engine/conversation';
import { checkRanges, published } from '../engine/ranges';
import { answerRating, promptBlock } from '../engine/safety';
import { countTokens } from '../engine/tokens';
import { accidentIn, triggersIn } from '../engine/triggers';
import { single, type Call, type Handler } from '../reply';
import { requireRecord } from '../resources/read';
import { readFilters } from '../retrieval/filters';
import { search } from '../retrieval/search';
import { badFields } from '../status';
import type { World } from '../world';

type Request = Message<'GenerateAnswerRequest'>;
type Retriever = Message<'SemanticRetrieverConfig'>;

const MODEL = 'models/aqa';
const AT = '* GenerateAnswerRequest';
/** Not published. */
const CHUNKS = 5;
const MOST_CHUNKS = 100;
const SOURCE = /^corpora\/[^/]+(\/documents\/[^/]+)?$/;

/** Answers from the passages that come with the question, or from those that a corpus has on it. */
export const generateAnswer: Handler = (call, world) => {
  if (call.path.model !== MODEL) throw badFields([`${AT}.model: unexpected model name format`]);
  const model = world.models.require(MODEL, call.version, call.row);
  const request = call.body as Request;
  const { style, question } = readRequest(request);
  checkRanges(call.body, [published('GenerateAnswerRequest', 'temperature')]);
  const passages = request.inlinePassages
    ? inlinePassages(request.inlinePassages)
    : retrieved(call, world, request.semanticRetriever ?? {});
  const tokens = [question, ...passages.map(({ text }) => text)].reduce(
    (sum, text) => sum + countTokens(text),
    0,
  );
  checkInputLimit(tokens, model);
  const triggers = triggersIn(question);
  const accident = accidentIn(triggers, 'aqa');
  if (accident) return { steps: [], accident: accident.accident };
  const settings = request.safetySettings ?? [];
  const block = promptBlock(triggers, settings);
  if (block) return single({ inputFeedback: { ...block } as unknown as JsonObject });
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
  return single({ answer, answerableProbability: probability }, countTokens(text));
};

/** The style and the question, which is the last turn. Throws 400 for what the tables let through. */
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
  if (problems.length > 0) throw badFields(problems);
  return passages.flatMap(({ id = '', content }) =>
    (content?.parts ?? []).map(({ text = '' }, partIndex) => ({
      source: { groundingPassage: { passageId: id, partIndex } },
      text,
    })),
  );
}

/** The chunks of a corpus or document that are nearest to the query, for who may read them. */
function retrieved(call: Call, world: World, retriever: Retriever): readonly Passage[] {
  const { source = '', query, metadataFilters, maxChunksCount, minimumRelevanceScore } = retriever;
  const at = 'GenerateAnswerRequest.semantic_retriever';
  if (!SOURCE.test(source)) {
    throw badFields([`* ${at}.source: must be corpora/{id} or corpora/{id}/documents/{id}`]);
  }
  checkRanges({ maxChunksCount, minimumRelevanceScore }, [
    { field: 'maxChunksCount', least: 1, most: MOST_CHUNKS },
    published('SemanticRetrieverConfig', 'minimumRelevanceScore'),
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
