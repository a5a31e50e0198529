import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, items, objectAt } from '../../base/json';
import type {
  Continuation,
  Conversation,
  ModelTurn,
  TurnResult,
  Turn,
} from '../model/conversation';
import { hasSavableContent } from '../model/turns';

type Content = Message<'Content'>;
type Part = Message<'Part'>;
type ModalityCount = Message<'ModalityTokenCount'>;
type Usage = NonNullable<TurnResult['usage']>;
type RequestFacts = Pick<ModelTurn, 'model' | 'version' | 'mode' | 'sent'>;
export type AnswerExtras = Pick<ModelTurn, 'answer' | 'alternatives' | ExtraName>;
type ExtraName = 'embeddings' | 'interaction';

export type AskMode =
  /** A background response continues on the server without a client. */
  | { readonly kind: 'new'; readonly background?: boolean }
  /** Replaces this response, which is restored if the new one is empty. */
  | { readonly kind: 'instead'; readonly of: ModelTurn }
  | { readonly kind: 'continue'; readonly of: ModelTurn }
  | { readonly kind: 'resume'; readonly of: ModelTurn };

/** Whether the response runs in the background. A replacement of a background response does too. */
export function isInBackground(mode: AskMode): boolean {
  if (mode.kind === 'new') return mode.background === true;
  if (mode.kind !== 'instead') return false;
  // Agents always run in the background, but the replacement may use a model.
  const { agent, background } = mode.of.interaction ?? {};
  return background === true && agent === undefined;
}

/**
 * Returns the final turn: with the time and tokens of both requests, or the earlier response if the
 * new one is empty.
 */
export function mergeAnswer(mode: AskMode, answer: ModelTurn): ModelTurn {
  const earlier = mode.kind === 'new' ? undefined : mode.of;
  if (!earlier || mode.kind === 'resume' || !answer.outcome) return answer;
  if (mode.kind === 'continue') return mergeCutOff(answer, earlier);
  if (hasSavableContent(answer) || !hasSavableContent(earlier)) return answer;
  const { failure } = answer.outcome;
  if (!failure) return earlier;
  // A turn written by the user has no outcome, so use the new failure.
  const { durationMs } = answer.outcome;
  const outcome = earlier.outcome ?? { verdict: 'failed', durationMs };
  return { ...earlier, outcome: { ...outcome, failure } };
}

function mergeCutOff(answer: ModelTurn, earlier: ModelTurn): ModelTurn {
  if (!earlier.outcome || !answer.outcome) return answer;
  const durationMs = earlier.outcome.durationMs + answer.outcome.durationMs;
  const firstTokenMs = earlier.outcome.firstTokenMs ?? answer.outcome.firstTokenMs;
  const usage = addUsage(earlier.outcome.usage, answer.outcome.usage);
  const timing = { durationMs, ...(firstTokenMs !== undefined && { firstTokenMs }) };
  return { ...answer, outcome: { ...answer.outcome, ...timing, ...(usage && { usage }) } };
}

function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (!one || !other) return one ?? other;
  const sum = new Map<string, number | readonly ModalityCount[]>();
  for (const [name, count] of [...Object.entries(one), ...Object.entries(other)]) {
    const known = sum.get(name);
    if (typeof count === 'number') sum.set(name, (Number(known) || 0) + count);
    else if (Array.isArray(count)) sum.set(name, sumOfKinds([...items(known), ...items(count)]));
  }
  return Object.fromEntries(sum);
}

function sumOfKinds(counts: readonly unknown[]): readonly ModalityCount[] {
  const sum = new Map<ModalityCount['modality'], number>();
  for (const { modality, tokenCount = 0 } of counts.filter(isObject) as ModalityCount[]) {
    sum.set(modality, (sum.get(modality) ?? 0) + tokenCount);
  }
  return [...sum].map(([modality, tokenCount]) => ({ ...(modality && { modality }), tokenCount }));
}

export function answerExtras(answer: Message<'GenerateContentResponse'>): AnswerExtras {
  const { candidates = [] } = answer;
  const withoutContents = candidates.map(({ content: _, ...candidate }) => candidate);
  const rest = { ...answer, ...(candidates.length > 0 && { candidates: withoutContents }) };
  const contents = candidates.map(({ content }) => ({ role: 'model', ...content }));
  return {
    answer: rest,
    ...(contents.length > 1 && { alternatives: contents }),
  };
}

/**
 * Returns the saved data of a continued response. `extras` is from the continuation; absent until
 * it ends.
 */
export function continueAnswer(
  earlier: ModelTurn,
  content: Content,
  continuation: Continuation | undefined,
  extras?: AnswerExtras,
): Omit<ModelTurn, 'outcome'> {
  const { outcome: _, ...kept } = earlier;
  const { alternatives, chosen = 0 } = earlier;
  const answer =
    continuation && extras?.answer && joinAnswers(earlier, extras.answer, content, continuation);
  return {
    ...kept,
    content,
    ...(continuation && { continuation }),
    ...(alternatives && { alternatives: alternatives.with(chosen, content) }),
    ...(answer && { answer }),
  };
}

export function continuationOf(
  { chosen = 0 }: ModelTurn,
  { parts = [] }: Content,
  asked: RequestFacts,
): Continuation {
  return { parts: parts.length, length: parts.at(-1)?.text?.length ?? 0, chosen, ...asked };
}

function beginningOf(content: Content, { parts, length }: Continuation): Content {
  const kept = (content.parts ?? []).slice(0, parts);
  const last = kept.at(-1);
  if (last?.text === undefined) return { ...content, parts: kept };
  return { ...content, parts: kept.with(-1, { ...last, text: last.text.slice(0, length) }) };
}

interface RequestState extends Pick<ModelTurn, 'sent'> {
  readonly conversation: Conversation & Pick<ModelTurn, 'version'>;
  readonly isContinuation: boolean;
}

/** Returns the state when a response was requested or last continued. */
export function requestState(conversation: Conversation, turn: ModelTurn): RequestState {
  const { continuation, chosen = 0 } = turn;
  const last = continuation?.chosen === chosen ? continuation : undefined;
  const { model, version, mode, sent } = last ?? turn;
  const { mode: _now, cache, ...rest } = conversation;
  const index = conversation.turns.findIndex(({ id }) => id === turn.id);
  const turns = conversation.turns.slice(0, Math.max(index, 0));
  if (last) {
    const { outcome: _, ...begun } = turn;
    turns.push({ ...begun, content: beginningOf(turn.content, last) });
  }
  const own = withoutCached(turns, sent, cache);
  return {
    conversation: {
      ...rest,
      model,
      version,
      turns: own ?? turns,
      ...(mode && { mode }),
      ...(own === undefined && cache && { cache }),
    },
    isContinuation: last !== undefined,
    ...(own && sent && { sent }),
  };
}

/**
 * Removes turns that the request's cache contained. Undefined if unknown: the request wasn't saved,
 * or the cache has changed.
 */
function withoutCached(
  turns: readonly Turn[],
  sent: ModelTurn['sent'],
  cache: Conversation['cache'],
): readonly Turn[] | undefined {
  if (!sent) return undefined;
  const { cachedContent } = sent;
  if (cachedContent === undefined || !cache) return turns;
  if (cache.name !== cachedContent) return undefined;
  const { beginning } = cache;
  return beginning ? turns.slice(turns.findIndex(({ id }) => id === beginning.upTo) + 1) : turns;
}

interface Rest {
  readonly texts: readonly string[];
  /** Index of the first part, which may be merged with the part before. */
  readonly part: number;
  /** UTF-8 bytes before the continuation in that part and in the full text. */
  readonly bytesInPart: number;
  readonly bytes: number;
}

/**
 * Merges a response with its continuation: candidates and citations of both. Citation offsets of
 * the continuation are adjusted to the full text; invalid ranges are dropped.
 */
function joinAnswers(
  { answer, chosen = 0 }: ModelTurn,
  latest: JsonObject,
  content: Content,
  place: Continuation,
): JsonObject {
  const earlier = items(answer?.candidates);
  const [came] = items(latest.candidates);
  const { candidates: _, ...fields } = latest;
  const rest = isObject(came) ? came : {};
  if (answer && Object.keys({ ...fields, ...rest }).length === 0) return answer;
  const known = earlier[chosen];
  const joined = withSources(isObject(known) ? known : {}, rest, remainingText(content, place));
  const candidates = earlier.length > 1 ? earlier.with(chosen, joined) : [joined];
  return { ...latest, candidates: candidates as JsonValue[] };
}

function remainingText(content: Content, place: Continuation): Rest {
  const before = beginningOf(content, place).parts ?? [];
  const { parts: all = [] } = content;
  const isJoined = (all[place.parts - 1]?.text?.length ?? 0) > place.length;
  const part = isJoined ? place.parts - 1 : place.parts;
  const texts = all.slice(part).map(shownText);
  if (isJoined) texts[0] = texts[0]?.slice(place.length) ?? '';
  const bytesInPart = isJoined ? Buffer.byteLength(shownText(before.at(-1))) : 0;
  return { texts, part, bytesInPart, bytes: Buffer.byteLength(before.map(shownText).join('')) };
}

function shownText({ text = '', thought }: Part = {}): string {
  return thought ? '' : text;
}

function withSources(known: JsonObject, came: JsonObject, rest: Rest): JsonObject {
  const cited = both(known, came, 'citationMetadata', 'citationSources', (source) =>
    shifted(source, rest.texts.join(''), rest.bytes),
  );
  const pages = both(known, came, 'urlContextMetadata', 'urlMetadata');
  const named = [...items(known.groundingAttributions), ...items(came.groundingAttributions)];
  return {
    ...came,
    ...cited,
    ...pages,
    ...grounded(known, came, rest),
    ...(named.length > 0 && { groundingAttributions: named as JsonValue[] }),
  };
}

function both(
  known: JsonObject,
  came: JsonObject,
  field: string,
  list: string,
  change: (item: JsonObject) => JsonObject = (item) => item,
): JsonObject | undefined {
  if (known[field] === undefined && came[field] === undefined) return undefined;
  const [first, second] = [objectAt(known, field), objectAt(came, field)];
  const added = items(second[list]).filter(isObject).map(change);
  const all = [...items(first[list]), ...added] as JsonValue[];
  return { [field]: { ...first, ...second, [list]: all } };
}

function grounded(known: JsonObject, came: JsonObject, rest: Rest): JsonObject | undefined {
  const field = 'groundingMetadata';
  if (known[field] === undefined && came[field] === undefined) return undefined;
  const [first, second] = [objectAt(known, field), objectAt(came, field)];
  const chunks = new Map<string, number>();
  const all: JsonValue[] = [];
  const [ofFirst, ofSecond] = [first, second].map((metadata) => {
    const places = items(metadata.groundingChunks).map((chunk) => {
      const key = JSON.stringify(chunk);
      const at = chunks.get(key) ?? all.push(chunk as JsonValue) - 1;
      chunks.set(key, at);
      return at;
    });
    return items(metadata.groundingSupports)
      .filter(isObject)
      .map((support) => ({
        ...support,
        // Keep entries without a chunk, because the confidence scores use the same order.
        groundingChunkIndices: items(support.groundingChunkIndices).map(
          (index) => places[Number(index)] ?? -1,
        ),
      }));
  });
  const added = (ofSecond ?? []).map((support) => ({
    ...support,
    segment: inWhole(objectAt(support, 'segment'), rest),
  }));
  const queries = [...items(first.webSearchQueries), ...items(second.webSearchQueries)];
  return {
    [field]: {
      ...first,
      ...second,
      ...(all.length > 0 && { groundingChunks: all }),
      groundingSupports: [...(ofFirst ?? []), ...added],
      ...(queries.length > 0 && { webSearchQueries: [...new Set(queries)] as JsonValue[] }),
    },
  };
}

/** Moves a segment to the full text. An invalid segment retains only its text. */
function inWhole(segment: JsonObject, { texts, part, bytesInPart }: Rest): JsonObject {
  const { partIndex = 0, ...within } = segment;
  const index = Number(partIndex);
  const found = shifted(within, texts[index] ?? '', index === 0 ? bytesInPart : 0);
  return found.endIndex === undefined ? found : { ...found, partIndex: part + index };
}

function shifted(
  { startIndex = 0, endIndex, ...others }: JsonObject,
  text: string,
  shift: number,
): JsonObject {
  const isRange =
    Number.isInteger(startIndex) &&
    Number.isInteger(endIndex) &&
    Number(startIndex) >= 0 &&
    Number(startIndex) < Number(endIndex) &&
    Number(endIndex) <= Buffer.byteLength(text);
  if (!isRange) return others;
  return { ...others, startIndex: Number(startIndex) + shift, endIndex: Number(endIndex) + shift };
}
