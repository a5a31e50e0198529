import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { isObject, textAt } from '../../base/json';
import { itemsOf, objectsOf } from './requestFields';

/** All answers are read as pieces of a stream of today's service. */
type Piece = Message<'GenerateContentResponse'>;

/** What came whole and names no reason ended well. */
const DEFAULT_FINISH = 'STOP';

export function readContent(answer: JsonObject): Piece {
  return answer;
}

/** A legacy completion. What the service filtered out ends like an answer that it blocked. */
export function readText({ candidates, ...rest }: JsonObject): Piece {
  return readLegacy(rest, objectsOf(candidates), ({ output, ...candidate }) => [output, candidate]);
}

/** A candidate of a legacy completion as the service sent it. */
export function restoreText(candidate: JsonObject, text: string): JsonObject {
  return { output: text, ...candidate };
}

/** A legacy message. Its author stays in the candidate. */
export function readMessage({ candidates, ...rest }: JsonObject): Piece {
  return readLegacy(rest, objectsOf(candidates), ({ content, ...candidate }) => [
    content,
    candidate,
  ]);
}

/** A candidate of a legacy message as the service sent it. */
export function restoreMessage(candidate: JsonObject, text: string): JsonObject {
  return { ...candidate, content: text };
}

function readLegacy(
  rest: JsonObject,
  found: readonly JsonObject[],
  split: (candidate: JsonObject) => readonly [text: unknown, candidate: JsonObject],
): Piece {
  const candidates = found.map((one, index) => {
    const [text, candidate] = split(one);
    const parts = typeof text === 'string' ? [{ text }] : [];
    return { finishReason: DEFAULT_FINISH, ...candidate, index, content: { role: 'model', parts } };
  });
  const piece = candidates.length > 0 ? { ...rest, candidates } : { ...rest, ...readFilters(rest) };
  return piece;
}

/** Why there is no candidate: for safety, or for another reason that the prompt gave. */
function readFilters({ filters, safetyFeedback }: JsonObject): JsonObject {
  const [filter] = objectsOf(filters);
  if (!filter) return {};
  const ratings = objectsOf(safetyFeedback).flatMap(({ rating }) =>
    isObject(rating) ? [{ ...rating, blocked: true }] : [],
  );
  const safetyRatings = ratings.length > 0 ? { safetyRatings: ratings } : {};
  const reason = textAt(filter, 'reason');
  if (reason !== 'SAFETY') {
    return { promptFeedback: { blockReason: reason || 'OTHER', ...safetyRatings } };
  }
  const message = textAt(filter, 'message');
  const words = message === '' ? {} : { finishMessage: message };
  return { candidates: [{ finishReason: reason, ...words, ...safetyRatings }] };
}

/** A grounded answer: its one candidate, and why the question was blocked. */
export function readAnswered({ answer, inputFeedback, ...rest }: JsonObject): Piece {
  const piece = {
    ...rest,
    ...(isObject(answer) && { candidates: [{ finishReason: DEFAULT_FINISH, ...answer }] }),
    ...(isObject(inputFeedback) && { promptFeedback: inputFeedback }),
  };
  return piece;
}

/** The other way round: a grounded answer as the service sent it. */
export function restoreAnswered({ candidates, promptFeedback, ...rest }: JsonObject): JsonObject {
  const [answer] = itemsOf(candidates);
  return {
    ...(answer !== undefined && { answer }),
    ...rest,
    ...(promptFeedback !== undefined && { inputFeedback: promptFeedback }),
  };
}

/** The answer to texts that became vectors: those are told apart from it. */
export function readEmbedded(): Piece {
  return { candidates: [{ finishReason: DEFAULT_FINISH }] };
}

/**
 * The vectors of an answer to one text or to several, of current and of legacy models. Throws `AppError`
 * (`badAnswer`) for anything else: kept, it would make a file that can't be read again.
 */
export function readVectors({ embedding, embeddings }: JsonObject): readonly (readonly number[])[] {
  const found = embedding === undefined ? itemsOf(embeddings) : [embedding];
  return found.map((entry) => {
    const vector = isObject(entry) ? itemsOf(entry.values ?? entry.value) : [];
    if (vector.length === 0 || !vector.every((value) => Number.isFinite(value))) {
      throw new AppError('badAnswer', 'The service sent something that is not a vector.', {
        hint: 'A gateway or proxy may have changed it. Check the endpoint.',
      });
    }
    return vector as readonly number[];
  });
}
