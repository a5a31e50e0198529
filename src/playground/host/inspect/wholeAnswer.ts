import { isObject, items } from '../../../base/json';
import type { JsonObject } from '../../../api/schema/row';
import { DEFAULT_MODE, type ModelTurn } from '../../conversation';
import { MODES } from '../../modes';

/** The answer of a turn as the service gave it, all pieces in one, with the contents back in its candidates. */
export function wholeAnswer(turn: ModelTurn): JsonObject {
  const { answer = {}, embeddings, mode = DEFAULT_MODE } = turn;
  if (embeddings) {
    const vectors = embeddings.map((values) => ({ values }));
    return vectors.length === 1 ? { embedding: vectors[0] } : { embeddings: vectors };
  }
  const { candidates, promptFeedback, ...rest } = answer;
  const restored = candidatesOf(turn, items(candidates));
  const whole = {
    ...(restored.length > 0 && { candidates: restored }),
    ...(promptFeedback !== undefined && { promptFeedback }),
    ...rest,
  };
  return MODES[mode].restoreAnswer?.(whole) ?? whole;
}

function candidatesOf(turn: ModelTurn, kept: readonly unknown[]): readonly JsonObject[] {
  const { content, alternatives, chosen = 0, mode = DEFAULT_MODE } = turn;
  const { restoreCandidate } = MODES[mode];
  const hasContent = (content.parts ?? []).length > 0;
  const all = kept.length === 0 && hasContent ? [{}] : kept;
  return all.map((candidate, index) => {
    const fields = isObject(candidate) ? candidate : {};
    const own = alternatives?.[index] ?? (index === chosen ? content : undefined);
    const text = (own?.parts ?? []).map((part) => part.text ?? '').join('');
    // Legacy answers are read as candidates of today's, which have these two.
    const { finishReason: _reason, index: _index, ...legacy } = fields;
    if (restoreCandidate) return restoreCandidate(legacy, text);
    const isEmpty = (own?.parts ?? []).length === 0;
    return isEmpty ? fields : { content: own, ...fields };
  });
}
