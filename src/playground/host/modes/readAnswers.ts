import { isObject, items, textAt } from '../../../base/json';
import type { Message } from '../../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../../api/schema/row';

type Piece = Message<'GenerateContentResponse'>;

/** What came whole and names no reason ended well. */
const WHOLE = 'STOP';

export function readContent(answer: JsonObject): Piece {
  return answer;
}

/** A legacy completion. What the service filtered out ends like an answer that it blocked. */
export function readText({ candidates, ...rest }: JsonObject): Piece {
  return legacy(rest, objects(candidates), ({ output, ...candidate }) => [output, candidate]);
}

/** A legacy message. Its author stays in the candidate. */
export function readMessage({ candidates, ...rest }: JsonObject): Piece {
  return legacy(rest, objects(candidates), ({ content, ...candidate }) => [content, candidate]);
}

function legacy(
  rest: JsonObject,
  found: readonly JsonObject[],
  split: (candidate: JsonObject) => readonly [text: unknown, candidate: JsonObject],
): Piece {
  const candidates = found.map((one, index) => {
    const [text, candidate] = split(one);
    const parts = typeof text === 'string' ? [{ text }] : [];
    return { finishReason: WHOLE, ...candidate, index, content: { role: 'model', parts } };
  });
  const piece = candidates.length > 0 ? { ...rest, candidates } : { ...rest, ...filtered(rest) };
  return piece;
}

/** Why there is no candidate: for safety, or for another reason that the prompt gave. */
function filtered({ filters, safetyFeedback }: JsonObject): JsonObject {
  const [filter] = objects(filters);
  if (!filter) return {};
  const ratings = objects(safetyFeedback).flatMap(({ rating }) =>
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
    ...(isObject(answer) && { candidates: [{ finishReason: WHOLE, ...answer }] }),
    ...(isObject(inputFeedback) && { promptFeedback: inputFeedback }),
  };
  return piece;
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return items(value).filter((item) => isObject(item));
}
